/** Who waits for more output of one process: its listener, when armed, and followers of what it left behind. */
export class Growth {
  readonly #end: () => number;
  readonly #tell: (end: number) => void;
  readonly #waiters = new Set<() => void>();
  #armed: number | undefined;
  #isOver = false;

  /** `tell`: once for each time that it is armed. */
  constructor(end: () => number, tell: (end: number) => void) {
    this.#end = end;
    this.#tell = tell;
  }

  arm(offset: number): void {
    this.#armed = offset;
    // As a keeper would: not before whoever asks has gone on.
    if (this.#end() > offset) queueMicrotask(() => this.grew());
  }

  grew(): void {
    this.#wake();
    const end = this.#end();
    if (this.#armed === undefined || end <= this.#armed) return;
    this.#armed = undefined;
    this.#tell(end);
  }

  /** How much was printed, once that is more than `offset`; undefined when nothing will come any more. */
  async beyond(offset: number, signal: AbortSignal): Promise<number | undefined> {
    while (this.#end() <= offset && !signal.aborted && !this.#isOver) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = () => resolve();
      this.#waiters.add(wake);
      signal.addEventListener('abort', wake);
      await promise;
      signal.removeEventListener('abort', wake);
      this.#waiters.delete(wake);
    }
    return this.#end() > offset ? this.#end() : undefined;
  }

  /** Nothing will come any more. */
  finish(): void {
    this.#isOver = true;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiters) wake();
  }
}
