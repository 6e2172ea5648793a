import type { Writer } from '../../client/writer.ts';

/** Sends keys in order, one write at a time; what is typed meanwhile is sent together. */
export class TypeAhead {
  readonly #writer: Writer;
  #waiting: Buffer[] = [];
  #sending: Promise<void> | null = null;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  add(keys: Buffer): void {
    if (keys.length === 0) return;
    this.#waiting.push(keys);
    this.#sending ??= this.#send();
  }

  /** Resolves when everything typed so far was sent. */
  async flush(): Promise<void> {
    await this.#sending;
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const keys = Buffer.concat(this.#waiting);
      this.#waiting = [];
      // An ended process takes no more keys; the caller notices its end elsewhere.
      await this.#writer.write(keys).catch(() => {});
    }
    this.#sending = null;
  }
}
