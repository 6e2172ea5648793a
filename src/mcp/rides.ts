/** What rides on results that are not written yet, by request. */
export type Held = Map<unknown, { readonly rides: Rides; readonly ids: readonly string[] }>;

/**
 * Notifications that ride on results of one client (trap 17). They count as arrived when a request comes that was sent
 * after the result was written: only that shows that the client reads on.
 */
export class Rides {
  readonly #held: Held;
  #written = new Set<string>();

  /** Clients that share a way to the wire share `held`: what is written there is known by its request alone. */
  constructor(held: Held) {
    this.#held = held;
  }

  /** The result of `request` carries them. */
  hold(request: unknown, ids: readonly string[]): void {
    if (ids.length > 0) this.#held.set(request, { rides: this, ids });
  }

  /** The result will not be written; once it was, this changes nothing. */
  drop(request: unknown): void {
    this.#held.delete(request);
  }

  /** A request came: what has arrived by now, to be acknowledged with it. */
  take(): string[] {
    const ids = [...this.#written];
    this.#written = new Set();
    return ids;
  }

  /** They are with the client; or the daemon was not told, and hears it next time. */
  putBack(ids: readonly string[]): void {
    for (const id of ids) this.#written.add(id);
  }
}

/** The result of `request` was written. */
export function wasWritten(held: Held, request: unknown): void {
  const one = held.get(request);
  held.delete(request);
  one?.rides.putBack(one.ids);
}
