import type { WebSocket } from 'ws';
import { ringbackVersion } from '../../../base/version.ts';
import { type Address, openWebSocket } from './websocket.ts';

type Message = {
  readonly id?: number | string;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
};

type Waiter = { resolve(result: unknown): void; reject(error: Error): void };

/** The app-server has answered, and said no. */
export class RequestRefused extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * A connection to Codex's app-server: JSON-RPC, without the field that says so. What it asks of its clients (approvals,
 * mostly) is for the person at the agent: it goes to all of them, and is left unanswered here.
 */
export class AppServer {
  #socket: WebSocket | undefined;
  readonly #waiters = new Map<number, Waiter>();
  #closedBy: string | undefined;
  #change = Promise.withResolvers<void>();
  #count = 0;

  private constructor() {}

  /** `signal` ends it, whatever it is doing. */
  static async open(address: Address, token: string | undefined, signal: AbortSignal): Promise<AppServer> {
    const server = new AppServer();
    const stop = (): void => server.close();
    const listener = {
      onMessage: (text: string) => server.#hear(parse(text)),
      onClose: (reason: string) => {
        signal.removeEventListener('abort', stop);
        server.#end(reason);
      },
    };
    const socket = await openWebSocket(address, token, listener, signal);
    server.#socket = socket;
    signal.addEventListener('abort', stop);
    try {
      await server.request('initialize', {
        clientInfo: { name: 'ringback', title: 'Ringback', version: ringbackVersion() },
        // The queue is part of it.
        capabilities: { experimentalApi: true, requestAttestation: false },
      });
      socket.send(JSON.stringify({ method: 'initialized' }));
      return server;
    } catch (error) {
      server.close();
      throw error;
    }
  }

  async request(method: string, params: object): Promise<unknown> {
    if (this.#closedBy !== undefined) throw new Error(this.#closedBy);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#count += 1;
    this.#waiters.set(this.#count, { resolve, reject });
    this.#socket?.send(JSON.stringify({ id: this.#count, method, params }));
    return promise;
  }

  /** Resolves when a thread next becomes idle or busy, or nobody is left to say so. */
  get threadChange(): Promise<void> {
    return this.#change.promise;
  }

  /** Without waiting for the server to agree. */
  close(): void {
    this.#end('the connection was closed');
    this.#socket?.close();
    this.#socket?.terminate();
  }

  #hear({ id, method, result, error }: Message): void {
    if (method === 'thread/status/changed') this.#tellChange();
    if (method !== undefined || typeof id !== 'number') return;
    const waiter = this.#waiters.get(id);
    this.#waiters.delete(id);
    if (error) waiter?.reject(new RequestRefused(error.code, error.message));
    else waiter?.resolve(result);
  }

  #end(reason: string): void {
    this.#closedBy ??= reason;
    for (const waiter of this.#waiters.values()) waiter.reject(new Error(reason));
    this.#waiters.clear();
    this.#tellChange();
  }

  #tellChange(): void {
    const told = this.#change;
    this.#change = Promise.withResolvers();
    told.resolve();
  }
}

/** What is no JSON answers nothing. */
function parse(text: string): Message {
  try {
    return JSON.parse(text) as Message;
  } catch {
    return {};
  }
}
