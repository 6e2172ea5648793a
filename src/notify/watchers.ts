import type { ProcessSnapshot } from '../engine/types.ts';
import { compilePatterns } from '../output/scan/patterns.ts';
import type { NotifyContext } from './context.ts';
import { endWatch } from './policy/watch.ts';
import { Watcher } from './watcher.ts';

/** The watches that run. A process without patterns has none, and its output is not read at all. */
export class Watchers {
  readonly #context: NotifyContext;
  /** A breaker may have tripped. */
  readonly #onMatch: () => void;
  readonly #running = new Map<string, Watcher>();

  constructor(context: NotifyContext, onMatch: () => void) {
    this.#context = context;
    this.#onMatch = onMatch;
  }

  /** Throws for a pattern that cannot be watched for, and says which. */
  check(patterns: readonly string[]): void {
    compilePatterns(patterns);
  }

  /** Goes on where the last scan was saved; a new watch begins with the first byte. */
  begin(process: ProcessSnapshot): void {
    if (process.watchPatterns.length === 0 || this.#running.has(process.id)) return;
    const { watches } = this.#context;
    const row = watches.get(process.id) ?? watches.begin(process.id, process.watchPatterns, null);
    const watcher = new Watcher(this.#context, row, this.#onMatch);
    this.#running.set(process.id, watcher);
    void watcher.run();
  }

  /** Everything up to the final offset is looked at before the end is recorded, so that `echo READY; exit` is heard. */
  finish(id: string, finalOffset: number): Promise<void> | undefined {
    // One that ended while nobody was at home has no watcher yet.
    if (!this.#running.has(id)) this.#beginEnded(id);
    return this.#running.get(id)?.finish(finalOffset);
  }

  /** In the transaction that records the end. */
  end(id: string): void {
    this.#running.get(id)?.close();
    this.#running.delete(id);
    const row = this.#context.watches.get(id);
    if (row) this.#context.watches.put({ ...row, policy: endWatch(row.policy) });
  }

  /** Resolves when nothing of it is under way any more. */
  async stop(id: string): Promise<void> {
    const watcher = this.#running.get(id);
    this.#running.delete(id);
    await watcher?.stop();
  }

  /** Where a watch begins that was wished for only now. */
  fromNow(id: string): unknown {
    return Watcher.stateFrom(this.#context, id);
  }

  close(): void {
    for (const watcher of this.#running.values()) watcher.close();
    this.#running.clear();
  }

  #beginEnded(id: string): void {
    const process = this.#context.host.get(id);
    if (process.watchPatterns.length === 0) return;
    const { watches } = this.#context;
    const row = watches.get(id) ?? watches.begin(id, process.watchPatterns, null);
    this.#running.set(id, new Watcher(this.#context, row, this.#onMatch));
  }
}
