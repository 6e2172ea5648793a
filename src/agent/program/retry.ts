import { backoffMs } from '../../base/backoff.ts';

/** Does again what has failed, after a pause that grows from one time to the next. */
export class Retry {
  readonly #work: () => void;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;

  constructor(work: () => void) {
    this.#work = work;
  }

  /** It has failed. When it is done again. */
  later(): number {
    const pauseMs = backoffMs(this.#failures, Math.random());
    this.#failures += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#work, pauseMs);
    return Date.now() + pauseMs;
  }

  /** It has not, or nobody wants it any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#failures = 0;
  }
}
