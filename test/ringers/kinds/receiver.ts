import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

export type Taken = {
  readonly id: string;
  readonly timestamp: number;
  readonly payload: { type: string; timestamp: string; data: Record<string, unknown> };
  readonly headers: IncomingMessage['headers'];
};

/** What the receiver does with a request instead of taking it. `take`: it works it off all the same. */
export type Mishap = (response: ServerResponse, take: () => void, socket: Socket) => void;

/** A receiver as the specification wants it: it checks the signature, and drops an id that it has seen. */
export class Receiver {
  readonly secret: Buffer;
  /** Each id once. */
  readonly taken: Taken[] = [];
  /** Every request with its id, also those that it did not take. */
  readonly requests: string[] = [];
  readonly forged: string[] = [];
  mishaps: Mishap[] = [];
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(t: TestContext, secret = Buffer.alloc(32, 7)) {
    this.secret = secret;
    t.after(() => this.stop());
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/ring`;
  }

  get settings() {
    return { url: this.url, secret: `whsec_${this.secret.toString('base64')}` };
  }

  /** On the same port as before. */
  async start(): Promise<this> {
    this.#server = createServer((request, response) => void this.#answer(request, response));
    this.#server.on('connection', (socket) => this.#sockets.add(socket));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const id = String(request.headers['webhook-id']);
    this.requests.push(id);
    if (!this.#isGenuine(request, body)) {
      this.forged.push(id);
      response.writeHead(401).end('the signature is wrong');
      return;
    }
    const take = () => {
      const timestamp = Number(request.headers['webhook-timestamp']);
      const { headers } = request;
      if (!this.taken.some((one) => one.id === id))
        this.taken.push({ id, timestamp, headers, payload: JSON.parse(body) as Taken['payload'] });
    };
    const mishap = this.mishaps.shift();
    if (mishap) return mishap(response, take, request.socket);
    take();
    response.writeHead(204).end();
  }

  #isGenuine({ headers }: IncomingMessage, body: string): boolean {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const expected = createHmac('sha256', this.secret).update(signed).digest();
    if (Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) > 300) return false;
    return String(headers['webhook-signature'])
      .split(' ')
      .map((one) => /^v1,(.+)$/.exec(one)?.[1])
      .some((one) => one !== undefined && isEqual(Buffer.from(one, 'base64'), expected));
  }
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
