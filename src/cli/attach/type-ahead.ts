import type { Writer } from '../../client/writer.ts';

/** Keys on their way: in order, one write at a time, what is typed meanwhile goes together. */
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

  /** Everything typed so far has arrived. */
  async flush(): Promise<void> {
    await this.#sending;
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const keys = Buffer.concat(this.#waiting);
      this.#waiting = [];
      // A process that has ended takes no more keys; its end is heard elsewhere.
      await this.#writer.write(keys).catch(() => {});
    }
    this.#sending = null;
  }
}
