/** How the logs of a home stay under its budget together: when there are many, each gets less (promise 7). */

const LEAST_CAP = 1024 * 1024;
/** Limits are raised again only when that leaves room, so that they do not flutter with every start and end. */
const RAISE_BELOW = 0.75;

export type Share = {
  /** How many running processes asked for which limit. */
  readonly limits: ReadonlyMap<number, number>;
  readonly availableBytes: number;
  /** The cap that holds now. */
  readonly cap: number;
};

/** The most that any single log may take; a power of two, so that 500 starts change it a few times, not 500. */
export function shareOfBudget({ limits, availableBytes, cap }: Share): number {
  const fitting = largestCap(limits, availableBytes);
  return fitting <= cap ? fitting : Math.max(cap, largestCap(limits, availableBytes * RAISE_BELOW));
}

function largestCap(limits: ReadonlyMap<number, number>, bytes: number): number {
  if (totalUnder(limits, Number.POSITIVE_INFINITY) <= bytes) return Number.POSITIVE_INFINITY;
  let cap = 2 ** Math.floor(Math.log2(Math.max(...limits.keys())));
  while (cap > LEAST_CAP && totalUnder(limits, cap) > bytes) cap /= 2;
  return Math.max(cap, LEAST_CAP);
}

function totalUnder(limits: ReadonlyMap<number, number>, cap: number): number {
  let total = 0;
  for (const [limit, count] of limits) total += Math.min(limit, cap) * count;
  return total;
}

/** Counts what runs, and says when the cap changes. */
export class LogBudget {
  readonly #budgetBytes: number;
  readonly #limits = new Map<number, number>();
  #endedBytes = 0;
  #cap = Number.POSITIVE_INFINITY;
  onCapChange = () => {};

  constructor(budgetBytes: number) {
    this.#budgetBytes = budgetBytes;
  }

  /** What the budget leaves of a limit that was asked for. */
  limitFor(asked: number): number {
    return Math.min(asked, this.#cap);
  }

  /** What ended processes may take before they are pruned early, so that running ones need not shrink. */
  get allowedForEnded(): number {
    return Math.max(0, this.#budgetBytes - totalUnder(this.#limits, Number.POSITIVE_INFINITY));
  }

  /** True when ended processes should make room now. */
  get isOver(): boolean {
    return this.#endedBytes > this.allowedForEnded;
  }

  add(limit: number): void {
    this.#count(limit, 1);
  }

  remove(limit: number): void {
    this.#count(limit, -1);
  }

  /** Until all are counted again. */
  addEndedBytes(bytes: number): void {
    this.setEndedBytes(this.#endedBytes + bytes);
  }

  setEndedBytes(bytes: number): void {
    this.#endedBytes = bytes;
    this.#refresh();
  }

  #count(limit: number, change: number): void {
    const count = (this.#limits.get(limit) ?? 0) + change;
    if (count > 0) this.#limits.set(limit, count);
    else this.#limits.delete(limit);
    this.#refresh();
  }

  #refresh(): void {
    const availableBytes = Math.max(0, this.#budgetBytes - this.#endedBytes);
    const cap = shareOfBudget({ limits: this.#limits, availableBytes, cap: this.#cap });
    if (cap === this.#cap) return;
    this.#cap = cap;
    this.onCapChange();
  }
}
