import type { DelegateResult } from '../wire/delegation.ts';

/** Why a delegate is told to stop, and what its result is called then. */
export type Reason = {
  readonly status: Extract<DelegateResult['status'], 'interrupted' | 'stalled'>;
  readonly why: string;
  /** How long it may take to report. */
  readonly patienceMs: number;
};

/** The end that somebody wants: the first reason counts, and the shortest patience. */
export class Ending {
  readonly #stopping = new AbortController();
  readonly #given = Promise.withResolvers<void>();
  #reason: Reason | undefined;
  readonly #timers: NodeJS.Timeout[] = [];

  /** Falls when it is to stop. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  get reason(): Reason | undefined {
    return this.#reason;
  }

  /** Nobody waits for a report any longer. */
  get patienceIsOver(): Promise<void> {
    return this.#given.promise;
  }

  want(reason: Reason): void {
    this.#reason ??= reason;
    this.#stopping.abort();
    this.#timers.push(setTimeout(this.#given.resolve, reason.patienceMs));
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
