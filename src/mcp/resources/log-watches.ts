import type { Daemon } from '../context.ts';
import { processOfUri } from './log-uri.ts';

/** At most one notification a second for each log. */
const SPACING_MS = 1_000;

/** Reports when logs grow and end, while anyone is subscribed. */
export class LogWatches {
  readonly #daemon: Daemon;
  readonly #publish: (uri: string) => void;
  /** Who is subscribed to what. */
  readonly #subscribers = new Map<unknown, readonly string[]>();
  readonly #following = new Map<string, AbortController>();

  constructor(daemon: Daemon, publish: (uri: string) => void) {
    this.#daemon = daemon;
    this.#publish = publish;
  }

  /** Replaces the subscriptions of this subscriber. */
  set(subscriber: unknown, uris: readonly string[]): void {
    if (uris.length === 0) this.#subscribers.delete(subscriber);
    else this.#subscribers.set(subscriber, uris);
    const wanted = new Set([...this.#subscribers.values()].flat());
    for (const uri of wanted) if (!this.#following.has(uri)) this.#follow(uri);
    for (const [uri, stop] of this.#following) {
      if (wanted.has(uri)) continue;
      this.#following.delete(uri);
      stop.abort();
    }
  }

  of(subscriber: unknown): readonly string[] {
    return this.#subscribers.get(subscriber) ?? [];
  }

  close(): void {
    this.#subscribers.clear();
    for (const stop of this.#following.values()) stop.abort();
    this.#following.clear();
  }

  #follow(uri: string): void {
    const id = processOfUri(uri);
    if (id === undefined) return;
    const stop = new AbortController();
    this.#following.set(uri, stop);
    void this.#tell(uri, id, stop.signal);
  }

  async #tell(uri: string, id: string, signal: AbortSignal): Promise<void> {
    let last = Number.NEGATIVE_INFINITY;
    let later: NodeJS.Timeout | undefined;
    const tell = () => {
      clearTimeout(later);
      later = undefined;
      last = performance.now();
      if (!signal.aborted) this.#publish(uri);
    };
    try {
      for await (const event of this.#daemon.follow(id, { signal })) {
        const wait = last + SPACING_MS - performance.now();
        if (event.type === 'ended' || wait <= 0) tell();
        else later ??= setTimeout(tell, wait);
      }
    } catch {
      // The process is unknown, or the daemon cannot be had: there is nothing to tell.
    } finally {
      if (later) tell();
    }
  }
}
