import { createServer, type Server, type Socket } from 'node:net';
import { socketPath } from '../../base/home.ts';
import type { Answer } from './types.ts';

/** The most a script may send in one message; the script's module refuses a larger call before sending it. */
export const largestMessage = 1024 * 1024;

/** Threads and child processes of a script have their own connections. */
const mostConnections = 64;

type ChannelEvents = {
  call(tool: string, args: unknown): Promise<Answer>;
  /** Something other than a call was received; `what` describes it. */
  broken(what: string): void;
};

/**
 * Carries tool calls out of a script and results back: a socket in the script's private folder, one JSON text per line.
 * Nothing that a script prints can get into it by accident.
 */
export class Channel {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #events: ChannelEvents;

  private constructor(events: ChannelEvents) {
    this.#events = events;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  static async open(folder: string, events: ChannelEvents): Promise<Channel> {
    const channel = new Channel(events);
    const path = socketPath(folder, 'calls');
    try {
      await new Promise<void>((resolve, reject) => {
        channel.#server.once('error', reject);
        channel.#server.listen(path.path, resolve);
      });
    } finally {
      path.close();
    }
    return channel;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(socket: Socket): void {
    socket.on('error', () => {}); // The script ended in the middle of a call.
    if (this.#sockets.size >= mostConnections) {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    let parts: Buffer[] = [];
    let held = 0;
    socket.on('data', (chunk: Buffer) => {
      for (let rest = chunk; rest.length > 0; ) {
        const newline = rest.indexOf(0x0a);
        const part = newline === -1 ? rest : rest.subarray(0, newline);
        rest = newline === -1 ? Buffer.alloc(0) : rest.subarray(newline + 1);
        parts.push(part);
        held += part.length;
        if (held > largestMessage) return this.#break(socket, 'it sent more than 1 MiB in one tool call');
        if (newline === -1) return;
        const line = Buffer.concat(parts).toString();
        parts = [];
        held = 0;
        this.#take(socket, line);
      }
    });
  }

  #take(socket: Socket, line: string): void {
    const message = parseCall(line);
    if (!message) {
      this.#break(socket, 'it wrote something other than tool calls to its channel');
      return;
    }
    void this.#events.call(message.tool, message.arguments).then((answer) => {
      if (socket.writable) socket.write(`${JSON.stringify({ id: message.id, ...answer })}\n`);
    });
  }

  #break(socket: Socket, what: string): void {
    socket.destroy();
    this.#events.broken(what);
  }
}

type CallMessage = { readonly id: number; readonly tool: string; readonly arguments: unknown };

function parseCall(line: string): CallMessage | undefined {
  try {
    const message = JSON.parse(line) as Partial<CallMessage> | null;
    if (typeof message?.id !== 'number' || typeof message.tool !== 'string') return undefined;
    return { id: message.id, tool: message.tool, arguments: message.arguments };
  } catch {
    return undefined;
  }
}
