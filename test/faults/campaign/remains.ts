import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BreakerState, WatchState } from '../../../src/notify/policy/types.ts';
import { type Entry, readJournal, startedIn } from './journal.ts';
import type { Plan } from './plan.ts';

/** A line of the ledger. */
export type Row = {
  readonly id: string;
  readonly key: string;
  readonly session: string;
  readonly process_id: string | null;
  readonly type: string;
  readonly payload: string;
  readonly state: string;
  readonly rule: string | null;
  readonly created_at: number;
  readonly settled_at: number;
};

export type ProcessRow = {
  readonly id: string;
  readonly state: string;
  readonly exit: string | null;
  readonly notify_on_complete: number;
};

export type WakeUpRow = {
  readonly id: string;
  readonly session: string;
  readonly state: string;
  readonly rings: number;
  readonly created_at: number;
};

/** What is left of a round, and what is wrong with it. */
export class Remains {
  readonly plan: Plan;
  readonly journal: readonly Entry[];
  readonly ledger: readonly Row[];
  readonly processes: ReadonlyMap<string, ProcessRow>;
  readonly wakeUps: ReadonlyMap<string, WakeUpRow>;
  readonly watches: ReadonlyMap<string, WatchState>;
  readonly breakers: readonly BreakerState[];
  /** The ids that the planned processes got. */
  readonly started: ReadonlyMap<string, string>;
  readonly violations: string[] = [];

  constructor(folder: string, plan: Plan) {
    this.plan = plan;
    this.journal = readJournal(join(folder, 'journal'));
    this.started = startedIn(this.journal);
    const database = new DatabaseSync(join(folder, 'home', 'engine.db'), { readOnly: true });
    const all = <Of>(sql: string) => database.prepare(sql).all() as Of[];
    this.ledger = all<Row>('SELECT * FROM notifications ORDER BY sequence');
    this.processes = new Map(all<ProcessRow>('SELECT * FROM processes').map((row) => [row.id, row]));
    this.wakeUps = new Map(all<WakeUpRow>('SELECT * FROM wakeups').map((row) => [row.id, row]));
    this.watches = new Map(
      all<{ process_id: string; policy: string }>('SELECT process_id, policy FROM watches').map((row) => [
        row.process_id,
        JSON.parse(row.policy) as WatchState,
      ]),
    );
    this.breakers = all<{ state: string }>('SELECT state FROM breakers').map(
      (row) => JSON.parse(row.state) as BreakerState,
    );
    database.close();
  }

  /** With everything that is known of what it is about: a row, a process, whatever helps. */
  expect(isRight: boolean, what: string, ...about: unknown[]): void {
    if (isRight) return;
    const evidence = about.map((one) => `\n    ${JSON.stringify(one)}`);
    this.violations.push(`${what}${evidence.join('')}`);
  }

  equal(actual: unknown, expected: unknown, what: string, ...about: unknown[]): void {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
    this.expect(is === should, `${what}: ${is} instead of ${should}`, ...about);
  }

  /** Of a process, or of a wake-up, in the order in which they were written. */
  about(id: string, type: string): Row[] {
    return this.ledger.filter((row) => row.type === type && (row.process_id ?? idIn(row)) === id);
  }

  /** Its keeper was killed: what that had not told yet is lost with it, and how it ended is not known. */
  isLost(id: string): boolean {
    return this.processes.get(id)?.state === 'lost';
  }

  /** All that anybody noted or wrote about a process or a wake-up. */
  story(id: string): unknown[] {
    const rows = this.ledger.filter((row) => (row.process_id ?? idIn(row)) === id);
    const ids = new Set(rows.map((row) => row.id));
    const entries = this.journal.filter(
      (entry) =>
        ('id' in entry && entry.id === id) ||
        ('processId' in entry && entry.processId === id) ||
        (entry.what === 'given' && entry.told.some((one) => ids.has(one.id))) ||
        (entry.what === 'acknowledged' && entry.ids.some((one) => ids.has(one))),
    );
    return [this.processes.get(id) ?? this.wakeUps.get(id) ?? id, ...rows, ...entries];
  }
}

function idIn({ payload }: Row): string | undefined {
  return (JSON.parse(payload) as { wake_id?: string }).wake_id;
}
