/** Calls `leave` when `isIdle` has been true for `seconds` without a break; 0 means never. */
export class IdleWatch {
  #timer: NodeJS.Timeout | undefined;
  readonly #isIdle: () => boolean;
  readonly #seconds: number;
  readonly #leave: () => void;

  constructor(options: { isIdle: () => boolean; seconds: number; leave: () => void }) {
    this.#isIdle = options.isIdle;
    this.#seconds = options.seconds;
    this.#leave = options.leave;
  }

  /** To be called whenever the answer of `isIdle` may have changed. */
  look(): void {
    if (this.#seconds === 0) return;
    if (!this.#isIdle()) {
      this.stop();
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#isIdle()) this.#leave();
    }, this.#seconds * 1000);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
