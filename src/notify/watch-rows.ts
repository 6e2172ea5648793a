import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { newBreaker } from './policy/breaker.ts';
import type { BreakerState, WatchState } from './policy/types.ts';
import { newWatch } from './policy/watch.ts';

/** What is known of one process's watch: where its scanner goes on, and what the policy made of it so far. */
export type WatchRow = {
  readonly processId: string;
  readonly patterns: readonly string[];
  /** The scanner's own state, opaque here; null: from the beginning. */
  readonly scan: unknown;
  readonly policy: WatchState;
  /** A match of it was said: who waits for it waits no longer. */
  readonly hasMatched: boolean;
};

export const everybody = 'all';

/** A watch that begins with the first byte. */
export function newWatchRow(processId: string, patterns: readonly string[]): WatchRow {
  return { processId, patterns, scan: null, policy: newWatch, hasMatched: false };
}

export function breakerOf(session: string): string {
  return `session:${session}`;
}

/** Position, counters and policy state: saved with the notification they caused, in one transaction. */
export class WatchRows {
  readonly #get: StatementSync;
  readonly #put: StatementSync;
  readonly #remove: StatementSync;
  readonly #getBreaker: StatementSync;
  readonly #putBreaker: StatementSync;
  readonly #removeBreaker: StatementSync;
  readonly #forgetCalm: StatementSync;
  readonly #tripped: StatementSync;

  constructor(database: DatabaseSync) {
    this.#get = database.prepare('SELECT * FROM watches WHERE process_id = ?');
    this.#put = database.prepare(
      'INSERT OR REPLACE INTO watches (process_id, patterns, scan, policy, has_matched) VALUES (?, ?, ?, ?, ?)',
    );
    this.#remove = database.prepare('DELETE FROM watches WHERE process_id = ?');
    this.#getBreaker = database.prepare('SELECT state FROM breakers WHERE scope = ?');
    this.#putBreaker = database.prepare('INSERT OR REPLACE INTO breakers (scope, state) VALUES (?, ?)');
    this.#removeBreaker = database.prepare('DELETE FROM breakers WHERE scope = ?');
    this.#forgetCalm = database.prepare(
      "DELETE FROM breakers WHERE json_extract(state, '$.silence') IS NULL AND json_extract(state, '$.said[#-1]') < ?",
    );
    this.#tripped = database.prepare(
      "SELECT scope, state FROM breakers WHERE json_extract(state, '$.silence') IS NOT NULL",
    );
  }

  get(processId: string): WatchRow | undefined {
    const row = this.#get.get(processId);
    if (!row) return undefined;
    return {
      processId,
      patterns: JSON.parse(String(row.patterns)) as string[],
      scan: JSON.parse(String(row.scan)) as unknown,
      policy: JSON.parse(String(row.policy)) as WatchState,
      hasMatched: row.has_matched === 1,
    };
  }

  /** New patterns look at what comes from now on; what the policy knows of the process stays. */
  begin(processId: string, patterns: readonly string[], scan: unknown): void {
    const row = newWatchRow(processId, patterns);
    this.put({ ...row, scan, policy: this.get(processId)?.policy ?? row.policy });
  }

  put({ processId, patterns, scan, policy, hasMatched }: WatchRow): void {
    const texts = [patterns, scan, policy].map((value) => JSON.stringify(value ?? null));
    this.#put.run(processId, ...texts, Number(hasMatched));
  }

  remove(processId: string): void {
    this.#remove.run(processId);
  }

  breaker(scope: string): BreakerState {
    const row = this.#getBreaker.get(scope);
    return row ? (JSON.parse(String(row.state)) as BreakerState) : newBreaker;
  }

  /** Calm ones whose last match is older than `before` remember nothing that counts. */
  forgetCalmBreakers(before: number): void {
    this.#forgetCalm.run(before);
  }

  /** One that has nothing to remember is not kept. */
  putBreaker(scope: string, state: BreakerState): void {
    if (state.silence === null && state.said.length === 0) this.#removeBreaker.run(scope);
    else this.#putBreaker.run(scope, JSON.stringify(state));
  }

  /** Those that have tripped, by scope: however many sessions are calm, they cost nothing. */
  trippedBreakers(): Map<string, BreakerState> {
    const rows = this.#tripped.all();
    return new Map(rows.map((row) => [String(row.scope), JSON.parse(String(row.state)) as BreakerState]));
  }
}
