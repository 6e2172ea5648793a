import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets one through in each turn of the event loop: whoever has much to read shares, whoever has little is not kept. */
export class Turnstile {
  #last: Promise<void> = Promise.resolve();

  pass(): Promise<void> {
    this.#last = this.#last.then(() => nextTurn());
    return this.#last;
  }
}
