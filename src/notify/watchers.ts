import type { ProcessSnapshot } from '../engine/types.ts';
import { compilePatterns } from '../output/scan/patterns.ts';
import type { NotifyContext } from './context.ts';
import { endWatch } from './policy/watch.ts';
import { newWatchRow } from './watch-rows.ts';
import { Watcher } from './watcher.ts';

/** The watches that run. A process without patterns has none, and its output is not read at all. */
export class Watchers {
  readonly #context: NotifyContext;
  /** A breaker may have tripped. */
  readonly #onMatch: () => void;
  readonly #running = new Map<string, Watcher>();
  #isClosed = false;

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
    void this.#create(process).run();
  }

  /**
   * Everything up to the final offset is looked at before the end is recorded, so that `echo READY; exit` is heard.
   * False when we are closed before that: the next engine looks at the rest and then records the end.
   */
  finish(process: ProcessSnapshot, finalOffset: number): Promise<boolean> | undefined {
    if (this.#isClosed) return Promise.resolve(false);
    const { id, watchPatterns } = process;
    // One that ended while nobody was at home has no watcher yet.
    if (!this.#running.has(id) && watchPatterns.length > 0) this.#create(process);
    return this.#running
      .get(id)
      ?.finish(finalOffset)
      .then(() => !this.#isClosed);
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
    this.#isClosed = true;
    for (const watcher of this.#running.values()) watcher.close();
    this.#running.clear();
  }

  /** Nothing is written before there is something to remember: a start must not fail for a full disk. */
  #create({ id, watchPatterns }: ProcessSnapshot): Watcher {
    const row = this.#context.watches.get(id) ?? newWatchRow(id, watchPatterns);
    const watcher = new Watcher(this.#context, row, this.#onMatch);
    this.#running.set(id, watcher);
    return watcher;
  }
}
