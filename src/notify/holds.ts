/** What somebody is just telling in another way: it goes out to nobody meanwhile. */
export class Holds {
  /** Processes whose end somebody of their session is just being told, and by how many. */
  readonly #processes = new Map<string, number>();
  /** Notifications that somebody is telling in a way that outlives this engine. */
  readonly #notifications = new Set<string>();

  holds({ id, processId }: { readonly id: string; readonly processId: string | null }): boolean {
    return this.#notifications.has(id) || (processId !== null && this.#processes.has(processId));
  }

  /** Until the returned function is called. */
  holdProcess(processId: string): () => void {
    this.#processes.set(processId, (this.#processes.get(processId) ?? 0) + 1);
    return () => {
      const left = (this.#processes.get(processId) ?? 1) - 1;
      if (left > 0) this.#processes.set(processId, left);
      else this.#processes.delete(processId);
    };
  }

  /** Until the returned function is called. */
  holdNotifications(ids: readonly string[]): () => void {
    for (const id of ids) this.#notifications.add(id);
    return () => {
      for (const id of ids) this.#notifications.delete(id);
    };
  }
}
