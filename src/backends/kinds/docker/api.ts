import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';
import { type Address, readCertificates } from './address.ts';
import type { Engine } from './engine.ts';
import { explainSilence, Refusal } from './trouble.ts';

export type Call = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** A slow answer is not a dead engine, but a connection that hangs is not waited for without end. */
  readonly longestMs?: number;
};

const LONGEST_CALL_MS = 60_000;
const KEEPALIVE_AFTER_MS = 30_000;

/**
 * The Docker Engine API over a unix socket or TCP. Of its own: dockerode brings an SSH client with native parts along, and
 * what is needed here are ten calls and one raw stream. No version in the paths: then the engine takes its newest.
 */
export class EngineApi {
  readonly engine: Engine;
  readonly address: Address;
  readonly #certificates: string | undefined;

  constructor(engine: Engine, address: Address, certificates?: string) {
    this.engine = engine;
    this.address = address;
    this.#certificates = certificates;
  }

  /** The text of the answer. Fails with a `Refusal`, or with what is wrong on the way. */
  async call(call: Call): Promise<string> {
    const request = this.#request(call, {});
    try {
      const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
        request.once('response', resolve).once('error', reject);
      });
      const text = await readText(response);
      const status = response.statusCode ?? 0;
      // 304: it is already so.
      if (status >= 400 || status < 200) throw new Refusal(this.engine, status, text);
      return text;
    } catch (error) {
      throw this.#explain(error, call.signal);
    }
  }

  async callForJson<T>(call: Call): Promise<T> {
    return JSON.parse(await this.call(call)) as T;
  }

  /** The connection itself, as a raw stream in both directions. Nothing of it was read yet. */
  async hijack(call: Call): Promise<Socket> {
    const request = this.#request(call, { Connection: 'Upgrade', Upgrade: 'tcp' });
    // Only until it is there: the stream outlives the call.
    const limit = limitOf(call);
    const giveUp = (): void => void request.destroy(limit.reason as Error);
    limit.addEventListener('abort', giveUp);
    try {
      return await new Promise<Socket>((resolve, reject) => {
        request.once('upgrade', (_response, socket, head) => {
          socket.pause();
          if (head.length > 0) socket.unshift(head);
          socket.setTimeout(0);
          socket.setNoDelay(true);
          socket.setKeepAlive(true, KEEPALIVE_AFTER_MS);
          resolve(socket);
        });
        request.once('response', (response) => {
          readText(response).then(
            (text) => reject(new Refusal(this.engine, response.statusCode ?? 0, text)),
            reject,
          );
        });
        request.once('error', reject);
      });
    } catch (error) {
      throw this.#explain(error, call.signal);
    } finally {
      limit.removeEventListener('abort', giveUp);
    }
  }

  #request(call: Call, extra: Record<string, string>): http.ClientRequest {
    const { method, path, query, body } = call;
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers: Record<string, string> = { ...extra };
    // A path is no name of a host. Elsewhere Node's own stays: certificates are checked against it.
    if (this.address.transport === 'unix') headers.Host = 'localhost';
    if (bytes) headers['Content-Type'] = 'application/json';
    if (bytes || method === 'POST') headers['Content-Length'] = String(bytes?.length ?? 0);
    const options = {
      method,
      path: query ? `${path}?${new URLSearchParams(query)}` : path,
      headers,
      agent: false,
      ...(extra.Upgrade ? {} : { signal: limitOf(call) }),
    } as const;
    const request = this.#open(options);
    // Also of a request that has its answer: nobody else would hear it, and that ends the program.
    request.on('error', () => {});
    request.end(bytes);
    return request;
  }

  #open(options: http.RequestOptions): http.ClientRequest {
    const { address } = this;
    if (address.transport === 'unix') return http.request({ ...options, socketPath: address.path });
    const { host, port } = address;
    if (address.transport === 'http') return http.request({ ...options, host, port });
    return https.request({ ...options, ...readCertificates(this.#certificates), host, port, agent: false });
  }

  #explain(error: unknown, signal: AbortSignal | undefined): unknown {
    if (error instanceof Refusal || !(error instanceof Error)) return error;
    if (signal?.aborted) return signal.reason;
    const { cause } = error;
    return explainSilence(this.engine, this.address, cause instanceof Error ? cause : error);
  }
}

function limitOf({ signal, longestMs = LONGEST_CALL_MS }: Call): AbortSignal {
  const deadline = AbortSignal.timeout(longestMs);
  return signal ? AbortSignal.any([signal, deadline]) : deadline;
}

async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
