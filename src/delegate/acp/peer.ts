import { isObject } from '../../base/is-object.ts';
import type { Child } from '../child/child.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** What the agent says by itself. */
export type Handlers = {
  onUpdate(update: Fields): void;
  /** The result of a request; undefined: there is no such thing here. */
  onRequest(method: string, params: Fields): Fields | undefined;
};

/** A request that the agent has refused. */
export class RefusedError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** It has ended, and will answer nothing. */
export class GoneError extends Error {}

type Pending = ReturnType<typeof Promise.withResolvers<Fields>>;

const NO_SUCH_METHOD = -32601;

/** An agent that speaks the Agent Client Protocol: JSON-RPC in lines, of which we are the client. */
export class Peer {
  readonly #child: Child;
  readonly #handlers: Handlers;
  readonly #pending = new Map<unknown, Pending>();
  #count = 0;
  #isGone = false;

  constructor(child: Child, handlers: Handlers) {
    this.#child = child;
    this.#handlers = handlers;
    void this.#read();
  }

  request(method: string, params: Fields): Promise<Fields> {
    const pending = Promise.withResolvers<Fields>();
    if (this.#isGone) pending.reject(new GoneError());
    this.#count += 1;
    this.#pending.set(this.#count, pending);
    this.#send({ id: this.#count, method, params });
    return pending.promise;
  }

  notify(method: string, params: Fields): void {
    this.#send({ method, params });
  }

  async #read(): Promise<void> {
    try {
      for await (const line of this.#child.lines) this.#hear(readMessage(line));
    } finally {
      this.#isGone = true;
      for (const { reject } of this.#pending.values()) reject(new GoneError());
    }
  }

  #hear({ id, method, params, result, error }: Fields): void {
    const given = isObject(params) ? params : {};
    if (method === 'session/update') this.#handlers.onUpdate(isObject(given.update) ? given.update : {});
    else if (typeof method === 'string' && id !== undefined) this.#answer(id, method, given);
    else if (method === undefined) this.#settle(id, result, error);
  }

  #answer(id: unknown, method: string, params: Fields): void {
    const result = this.#handlers.onRequest(method, params);
    if (result) this.#send({ id, result });
    else this.#send({ id, error: { code: NO_SUCH_METHOD, message: 'There is no such thing here.' } });
  }

  #settle(id: unknown, result: unknown, error: unknown): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (isObject(error)) pending?.reject(new RefusedError(Number(error.code), reasonIn(error)));
    else pending?.resolve(isObject(result) ? result : {});
  }

  #send(message: Fields): void {
    this.#child.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }
}

/** What is no message says nothing: some print other things, too. */
function readMessage(line: string): Fields {
  try {
    const message: unknown = JSON.parse(line);
    return isObject(message) ? message : { method: '' };
  } catch {
    return { method: '' };
  }
}

function reasonIn({ message, data }: Fields): string {
  const details = isObject(data) ? (data.details ?? data.message) : data;
  const parts = [message, details].filter((part) => typeof part === 'string' && part !== '');
  return [...new Set(parts)].join(': ');
}
