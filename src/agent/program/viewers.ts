/** What is being said and not stored yet. `generation`: another one begins from nothing. */
export type Streamed = { readonly itemId: string; readonly text: string; readonly generation: number };

/** Those who look at one conversation. Each reads as fast as it can what is there then: nothing is kept for the slow. */
export class Viewers {
  /** Grows with every change of an item or of how the conversation stands. */
  version = 0;
  #count = 0;
  #streamed: Streamed | undefined;
  #generation = 0;
  readonly #waiting = new Set<() => void>();
  readonly #onLeave: () => void;

  /** `onLeave`: one has left. */
  constructor(onLeave: () => void = () => {}) {
    this.#onLeave = onLeave;
  }

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  /** One more; gives back how it leaves. */
  join(): () => void {
    this.#count += 1;
    return () => {
      this.#count -= 1;
      this.#onLeave();
    };
  }

  get streamed(): Streamed | undefined {
    return this.#streamed;
  }

  changed(): void {
    this.version += 1;
    this.#tell();
  }

  say(itemId: string, text: string): void {
    const before = this.#streamed?.itemId === itemId ? this.#streamed.text : '';
    this.#streamed = { itemId, text: before + text, generation: this.#generation };
    this.#tell();
  }

  /** Nothing is being said any more; what comes next begins from nothing. */
  silence(): void {
    this.#streamed = undefined;
    this.#generation += 1;
  }

  /** Returns after the next change, or when the signal falls. */
  async next(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const leave = () => resolve();
    signal.addEventListener('abort', leave);
    await promise;
    signal.removeEventListener('abort', leave);
    this.#waiting.delete(resolve);
  }

  #tell(): void {
    for (const resolve of this.#waiting) resolve();
  }
}
