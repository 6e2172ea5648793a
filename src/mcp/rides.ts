/**
 * Notifications that ride on results of one client (trap 17). They count as arrived when a request comes that was sent
 * after the result was written: only that shows that the client reads on.
 */
export class Rides {
  /** Given to a handler's result that is not written yet. */
  readonly #held = new Map<unknown, readonly string[]>();
  #written = new Set<string>();

  /** The result of `request` carries them. */
  hold(request: unknown, ids: readonly string[]): void {
    if (ids.length > 0) this.#held.set(request, ids);
  }

  wasWritten(request: unknown): void {
    for (const id of this.#held.get(request) ?? []) this.#written.add(id);
    this.#held.delete(request);
  }

  /** The result will not be written; after it was, this changes nothing. */
  wasDropped(request: unknown): void {
    this.#held.delete(request);
  }

  /** A request came: what has arrived by now, to be acknowledged with it. */
  take(): string[] {
    const ids = [...this.#written];
    this.#written = new Set();
    return ids;
  }

  /** The daemon was not told: with the next request then. */
  putBack(ids: readonly string[]): void {
    for (const id of ids) this.#written.add(id);
  }
}
