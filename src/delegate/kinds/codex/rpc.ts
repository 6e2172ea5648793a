import * as z from 'zod/mini';
import type { Child } from '../../child/child.ts';

const message = z.object({
  id: z.optional(z.union([z.number(), z.string()])),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
});

type Waiter = { resolve(result: unknown): void; reject(error: Error): void };

export type Listener = {
  /** It tells something. */
  onNews(method: string, params: unknown): void;
  /** It asks something; what comes of it is the answer, undefined that there is none. */
  onRequest(method: string, params: unknown): Promise<object | undefined>;
};

/** It has answered, and said no. */
export class Refused extends Error {}

/** It is gone, and answers nothing any more. */
export class Gone extends Error {}

const NO_SUCH_METHOD = -32_601;

/** Codex's app-server over its stdin and stdout: JSON-RPC, without the field that says so. */
export class Rpc {
  readonly #child: Child;
  readonly #waiters = new Map<number, Waiter>();
  #count = 0;
  #isGone = false;

  constructor(child: Child) {
    this.#child = child;
  }

  /** Until it prints nothing more. */
  async read(listener: Listener): Promise<void> {
    for await (const line of this.#child.lines) this.#hear(line, listener);
    this.#isGone = true;
    for (const { reject } of this.#waiters.values()) reject(new Gone());
    this.#waiters.clear();
  }

  async request(method: string, params: object): Promise<unknown> {
    if (this.#isGone) throw new Gone();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#count += 1;
    this.#waiters.set(this.#count, { resolve, reject });
    this.#send({ id: this.#count, method, params });
    return promise;
  }

  notify(method: string): void {
    this.#send({ method });
  }

  #hear(line: string, listener: Listener): void {
    const parsed = message.safeParse(parse(line));
    if (!parsed.success) return;
    const { id, method, params, result, error } = parsed.data;
    if (method !== undefined && id !== undefined) void this.#answer(id, method, params, listener);
    else if (method !== undefined) listener.onNews(method, params);
    else if (typeof id === 'number') {
      const waiter = this.#waiters.get(id);
      this.#waiters.delete(id);
      if (error) waiter?.reject(new Refused(error.message));
      else waiter?.resolve(result);
    }
  }

  async #answer(id: number | string, method: string, params: unknown, listener: Listener): Promise<void> {
    const result = await listener.onRequest(method, params);
    const error = { code: NO_SUCH_METHOD, message: `Nobody is there to answer ${method}.` };
    this.#send(result ? { id, result } : { id, error });
  }

  #send(sent: object): void {
    this.#child.send(JSON.stringify(sent));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
