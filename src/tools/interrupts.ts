/** A new message from the user ends the waits of its session: the user comes first. */
export class Interrupts {
  readonly #waiting = new Map<string, Set<AbortController>>();

  /** A signal that is aborted by the session's next interrupt. */
  listen(session: string): { readonly signal: AbortSignal; leave(): void } {
    const controller = new AbortController();
    const listeners = this.#waiting.get(session) ?? new Set();
    this.#waiting.set(session, listeners.add(controller));
    return {
      signal: controller.signal,
      leave: () => {
        listeners.delete(controller);
        if (listeners.size === 0 && this.#waiting.get(session) === listeners) this.#waiting.delete(session);
      },
    };
  }

  /** Returns how many waits it ended. */
  interrupt(session: string): number {
    const listeners = this.#waiting.get(session);
    this.#waiting.delete(session);
    for (const controller of listeners ?? []) controller.abort();
    return listeners?.size ?? 0;
  }
}
