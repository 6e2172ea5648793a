import type { Child, ChildEnd } from '../../../src/delegate/child/child.ts';

/** A program whose output the test writes. */
export class MadeUpChild implements Child {
  readonly sent: unknown[] = [];
  readonly lines: AsyncIterable<string>;
  readonly ended: Promise<ChildEnd>;
  isInputOpen = true;
  wasEnded = false;
  readonly #waiting: string[] = [];
  readonly #end = Promise.withResolvers<ChildEnd>();
  #isOver = false;
  #came = Promise.withResolvers<void>();

  constructor() {
    this.ended = this.#end.promise;
    this.lines = this.#read();
  }

  print(...messages: readonly object[]): void {
    this.#waiting.push(...messages.map((message) => JSON.stringify(message)));
    this.#came.resolve();
  }

  leave(code = 0): void {
    this.#isOver = true;
    this.#end.resolve({ code, signal: null, stderr: '' });
    this.#came.resolve();
  }

  send(line: string): void {
    if (this.isInputOpen) this.sent.push(JSON.parse(line));
  }

  closeInput(): void {
    this.isInputOpen = false;
  }

  interrupt(): void {}

  end(): Promise<ChildEnd> {
    this.wasEnded = true;
    this.leave();
    return this.ended;
  }

  async *#read(): AsyncGenerator<string> {
    for (;;) {
      yield* this.#waiting.splice(0);
      if (this.#isOver) return;
      await this.#came.promise;
      this.#came = Promise.withResolvers();
    }
  }
}
