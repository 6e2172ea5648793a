import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { decodeFrame, encodeFrame, opcode } from './frames.ts';

export type Address = { readonly socketPath: string } | { readonly host: string; readonly port: number };

export type Ends = {
  onMessage(text: string): void;
  /** Once, also after `close`. */
  onClose(reason: string): void;
};

/** Of RFC 6455: what a server proves with that it speaks WebSocket. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** What answers there is not willing, or no WebSocket server at all. */
export class HandshakeRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`what listens there answered ${status} instead of opening a WebSocket`);
    this.status = status;
  }
}

/** A client for text messages. Node's own cannot go through a Unix socket, which is where Codex listens. */
export class WebSocketClient {
  readonly #socket: Socket;
  readonly #ends: Ends;
  #bytes: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #reason = 'the app-server closed the connection';

  static async open(
    address: Address,
    token: string | undefined,
    ends: Ends,
    signal: AbortSignal,
  ): Promise<WebSocketClient> {
    const { socket, head } = await upgrade(address, token, signal);
    const client = new WebSocketClient(socket, ends);
    client.#take(head);
    return client;
  }

  private constructor(socket: Socket, ends: Ends) {
    this.#socket = socket;
    this.#ends = ends;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => {
      this.#reason = error.message;
    });
    socket.on('close', () => ends.onClose(this.#reason));
  }

  send(text: string): void {
    this.#socket.write(encodeFrame(opcode.text, Buffer.from(text)));
  }

  close(): void {
    this.#reason = 'the connection was closed';
    this.#socket.end(encodeFrame(opcode.close, Buffer.alloc(0)));
    this.#socket.destroySoon();
  }

  #take(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (;;) {
      const found = decodeFrame(this.#bytes);
      if (!found) return;
      this.#bytes = found.rest;
      const { frame } = found;
      if (frame.opcode === opcode.ping) this.#socket.write(encodeFrame(opcode.pong, frame.payload));
      else if (frame.opcode === opcode.close) this.#socket.end();
      else if (frame.opcode <= opcode.binary) this.#join(frame.payload, frame.isLast);
    }
  }

  #join(payload: Buffer, isLast: boolean): void {
    this.#parts.push(payload);
    if (!isLast) return;
    const whole = Buffer.concat(this.#parts).toString();
    this.#parts = [];
    this.#ends.onMessage(whole);
  }
}

async function upgrade(
  address: Address,
  token: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly socket: Socket; readonly head: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ socket: Socket; head: Buffer }>();
  const key = randomBytes(16).toString('base64');
  const asked = request({
    ...address,
    path: '/',
    signal,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': key,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  });
  asked.on('error', reject);
  asked.on('response', (response) => {
    response.resume();
    reject(new HandshakeRefused(response.statusCode ?? 0));
  });
  asked.on('upgrade', ({ headers }, socket, head) => {
    const proof = createHash('sha1').update(`${key}${GUID}`).digest('base64');
    if (headers['sec-websocket-accept'] === proof) return resolve({ socket: socket as Socket, head });
    socket.destroy();
    reject(new Error('what listens there is no WebSocket server'));
  });
  asked.end();
  return promise;
}
