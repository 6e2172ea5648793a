/**
 * Processes whose end somebody of their session is just being told in another way: nothing about them goes out meanwhile.
 * In memory, not a delivery: who is told is a request to this very program, and ends with it.
 */
export class Holds {
  /** By how many. */
  readonly #processes = new Map<string, number>();

  has(processId: string): boolean {
    return this.#processes.has(processId);
  }

  /** Until the returned function is called. */
  hold(processId: string): () => void {
    this.#processes.set(processId, (this.#processes.get(processId) ?? 0) + 1);
    return () => {
      const left = (this.#processes.get(processId) ?? 1) - 1;
      if (left > 0) this.#processes.set(processId, left);
      else this.#processes.delete(processId);
    };
  }
}
