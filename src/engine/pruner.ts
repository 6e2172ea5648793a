import { failpoint } from '../base/failpoint.ts';
import { LONGEST_TIMER_MS } from '../base/longest-timer.ts';
import { choosePrunable, type PruneRules } from './prune-decision.ts';
import type { EndedRow } from './rows.ts';

export type PrunerEdge = {
  ended(): EndedRow[];
  rules(): PruneRules;
  /** False when it may not go yet: a server that it left behind still prints. */
  remove(id: string): Promise<boolean>;
  /** What the logs of ended processes take now. */
  counted(bytes: number): void;
};

const SOON_MS = 1_000;

/** Removes ended processes when they are due. One timer for all of them, and none when nothing is due. */
export class Pruner {
  readonly #edge: PrunerEdge;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #isScheduled = false;
  #isPruning = false;
  /** Something ended while others were being removed. */
  #mustLookAgain = false;
  #isClosed = false;

  constructor(edge: PrunerEdge) {
    this.#edge = edge;
  }

  /** Many ends in one turn of the event loop are looked at once. */
  schedule(): void {
    if (this.#isScheduled || this.#isClosed) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.prune();
    });
  }

  /**
   * Something ended. That alone makes nothing due before its protection is over, and a look costs as much as there are
   * ended ones: many ends within a second are looked at once.
   */
  scheduleSoon(): void {
    const delay = Math.min(SOON_MS, this.#edge.rules().endedProtectionMs);
    if (delay === 0) this.schedule();
    else if (!this.#isClosed) this.#soon ??= setTimeout(() => this.#lookAfterEnds(), delay).unref();
  }

  async prune(): Promise<void> {
    if (this.#isClosed) return;
    if (this.#isPruning) {
      this.#mustLookAgain = true;
      return;
    }
    this.#isPruning = true;
    try {
      this.#mustLookAgain = false;
      const lookAgainAt = await this.#removeDue();
      if (!this.#isClosed) this.#setTimer(this.#mustLookAgain ? 0 : lookAgainAt);
    } finally {
      this.#isPruning = false;
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#soon);
  }

  #lookAfterEnds(): void {
    this.#soon = undefined;
    void this.prune();
  }

  /** Returns when to look again. */
  async #removeDue(): Promise<number | undefined> {
    const now = Date.now();
    const rules = this.#edge.rules();
    const ended = this.#edge.ended();
    const decision = choosePrunable(
      ended.map((row) => ({
        id: row.id,
        endedAt: row.ended_at,
        keptBytes: row.kept_bytes,
        isForeground: row.foreground === 1,
        system: row.system,
      })),
      now,
      rules,
    );
    const removed = new Set<string>();
    for (const id of decision.remove) {
      if (this.#isClosed) return undefined;
      failpoint('prune:before-remove');
      if (await this.#edge.remove(id)) removed.add(id);
    }
    const kept = ended.filter((row) => !removed.has(row.id));
    this.#edge.counted(kept.reduce((sum, row) => sum + row.kept_bytes, 0));
    const isSpared = removed.size < decision.remove.length;
    const spareUntil = isSpared ? now + Math.max(rules.endedProtectionMs, 1000) : Number.POSITIVE_INFINITY;
    const lookAgainAt = Math.min(decision.lookAgainAt ?? Number.POSITIVE_INFINITY, spareUntil);
    return Number.isFinite(lookAgainAt) ? lookAgainAt : undefined;
  }

  #setTimer(at: number | undefined): void {
    clearTimeout(this.#timer);
    if (at === undefined) return;
    const delay = Math.min(Math.max(at - Date.now(), 0), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => void this.prune(), delay);
    this.#timer.unref();
  }
}
