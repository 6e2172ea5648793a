import type { Message } from './runner.ts';

/** Messages wait here until the runner takes them. */
export class MessageQueue implements AsyncIterable<Message> {
  readonly #waiting: Message[] = [];
  #came = Promise.withResolvers<void>();

  add(message: Message): void {
    this.#waiting.push(message);
    this.#came.resolve();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Message, never> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next) yield next;
      else {
        await this.#came.promise;
        this.#came = Promise.withResolvers<void>();
      }
    }
  }
}
