import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { WirePart } from '../wire/wake.ts';
import type { Mode, Moment, Part } from './policy/barrier.ts';
import type { WakeUpState } from './policy/life.ts';
import type { Schedule } from './policy/schedule.ts';

/** What decides when it rings: a time, or its parts. */
export type Spec = (Schedule | { readonly kind: 'when'; readonly mode: Mode }) & {
  /** It also rings when somebody cancels it. */
  readonly ringsWhenCancelled?: true;
};

export type WakeUp = {
  readonly id: string;
  readonly session: string;
  readonly spec: Spec;
  readonly note: string;
  readonly state: WakeUpState;
  /** Null: no time decides. */
  readonly dueAt: number | null;
  readonly createdAt: number;
  readonly rungAt: number | null;
  readonly rings: number;
};

export type NewWakeUp = Pick<WakeUp, 'id' | 'session' | 'spec' | 'note' | 'dueAt' | 'createdAt'> & {
  readonly countsElapsed: boolean;
};

/** How a part came out. */
export type Outcome = Omit<WirePart, 'part' | 'command'> & { readonly state: 'happened' | 'never' };

export type PartRow = {
  readonly wakeup: string;
  readonly position: number;
  readonly part: Part;
  readonly command: string | null;
  /** Null: it is waited for. */
  readonly outcome: Outcome | null;
};

type Row = Record<string, unknown>;

/** The tables. Callers decide about transactions. */
export class WakeUpRows {
  readonly #database: DatabaseSync;
  readonly #get: StatementSync;
  readonly #insert: StatementSync;
  readonly #due: StatementSync;
  readonly #next: StatementSync;
  readonly #count: StatementSync;
  readonly #repeat: StatementSync;
  readonly #settle: StatementSync;
  readonly #insertPart: StatementSync;
  readonly #parts: StatementSync;
  readonly #openParts: StatementSync;
  readonly #settlePart: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#get = database.prepare('SELECT * FROM wakeups WHERE id = ?');
    this.#insert = database.prepare(
      `INSERT INTO wakeups (id, session, kind, spec, counts_elapsed, note, state, due_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?)`,
    );
    this.#due = database.prepare(
      "SELECT * FROM wakeups WHERE state = 'pending' AND due_at <= ? ORDER BY due_at LIMIT ?",
    );
    this.#next = database.prepare(
      "SELECT min(due_at) AS due_at FROM wakeups WHERE state = 'pending' AND due_at IS NOT NULL",
    );
    this.#count = database.prepare(
      "SELECT count(*) AS count FROM wakeups WHERE session = ? AND state = 'pending'",
    );
    this.#repeat = database.prepare(
      "UPDATE wakeups SET due_at = ?, rung_at = ?, rings = rings + 1 WHERE id = ? AND state = 'pending'",
    );
    this.#settle = database.prepare(
      `UPDATE wakeups SET state = ?, due_at = NULL, settled_at = ?, rung_at = coalesce(?, rung_at), rings = rings + ?
       WHERE id = ? AND state = 'pending'`,
    );
    this.#insertPart = database.prepare(
      'INSERT INTO wakeup_parts (wakeup, position, what, name, moment, command) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#parts = database.prepare('SELECT * FROM wakeup_parts WHERE wakeup = ? ORDER BY position');
    this.#openParts = database.prepare(
      `SELECT parts.* FROM wakeup_parts AS parts JOIN wakeups ON wakeups.id = wakeup
       WHERE name = ? AND what = ? AND outcome IS NULL AND state = 'pending'`,
    );
    this.#settlePart = database.prepare(
      'UPDATE wakeup_parts SET outcome = ? WHERE wakeup = ? AND position = ? AND outcome IS NULL',
    );
  }

  get(id: string): WakeUp | undefined {
    const row = this.#get.get(id);
    return row && toWakeUp(row);
  }

  insert({ id, session, spec, note, dueAt, createdAt, countsElapsed }: NewWakeUp): void {
    const text = JSON.stringify(spec);
    this.#insert.run(id, session, spec.kind, text, Number(countsElapsed), note, dueAt, createdAt);
  }

  /** Those whose time has come, the earliest first. */
  due(now: number, most: number): WakeUp[] {
    return this.#due.all(now, most).map(toWakeUp);
  }

  /** When the next one is due; undefined: none has a time. */
  nextDue(): number | undefined {
    const dueAt = this.#next.get()?.due_at;
    return typeof dueAt === 'number' ? dueAt : undefined;
  }

  countPending(session: string): number {
    return Number(this.#count.get(session)?.count);
  }

  /** Full ids that begin so, in order; two are enough to know that one is not clear. */
  idsFrom(prefix: string, session?: string): string[] {
    const sql = `SELECT id FROM wakeups WHERE id >= ? AND id < ? ${session === undefined ? '' : 'AND session = ?'} ORDER BY id LIMIT 2`;
    // 'g' sorts behind every hex digit.
    return this.#all(sql, prefix, `${prefix}g`, ...(session === undefined ? [] : [session])).map(({ id }) =>
      String(id),
    );
  }

  list({ session, includeSettled = false }: { session?: string; includeSettled?: boolean }): WakeUp[] {
    const conditions = [
      ...(includeSettled ? [] : ["state = 'pending'"]),
      ...(session === undefined ? [] : ['session = ?']),
    ];
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const order = "state <> 'pending', due_at IS NULL, due_at, settled_at DESC, created_at, id";
    const values = session === undefined ? [] : [session];
    return this.#all(`SELECT * FROM wakeups ${where} ORDER BY ${order}`, ...values).map(toWakeUp);
  }

  /** It has rung, and does again. */
  repeat(id: string, dueAt: number, now: number): void {
    this.#repeat.run(dueAt, now, id);
  }

  /** False when it was over before. */
  settle(id: string, state: 'fired' | 'cancelled', now: number): boolean {
    const [rungAt, rings] = state === 'fired' ? [now, 1] : [null, 0];
    return this.#settle.run(state, now, rungAt, rings, id).changes === 1;
  }

  moveSession(from: string, to: string): void {
    this.#database
      .prepare("UPDATE wakeups SET session = ? WHERE session = ? AND state = 'pending'")
      .run(to, from);
  }

  /** The clock was set by so much: what counts time that passes is due when it would have been. */
  shiftElapsed(byMs: number): void {
    this.#database
      .prepare(
        "UPDATE wakeups SET due_at = due_at + ? WHERE state = 'pending' AND counts_elapsed = 1 AND due_at IS NOT NULL",
      )
      .run(byMs);
  }

  setDue(id: string, dueAt: number): void {
    this.#database.prepare("UPDATE wakeups SET due_at = ? WHERE id = ? AND state = 'pending'").run(dueAt, id);
  }

  insertPart(wakeup: string, position: number, part: Part, command: string | null): void {
    const moment = part.what === 'process' ? part.moment : '';
    this.#insertPart.run(wakeup, position, part.what, part.name, moment, command);
  }

  parts(wakeup: string): PartRow[] {
    return this.#parts.all(wakeup).map(toPart);
  }

  /** Those that wait for this process, wake-up or event. */
  openParts(what: Part['what'], name: string): PartRow[] {
    return this.#openParts.all(name, what).map(toPart);
  }

  /** Processes that are waited for. */
  awaitedProcesses(): string[] {
    const rows = this.#all(
      "SELECT DISTINCT name FROM wakeup_parts WHERE outcome IS NULL AND what = 'process'",
    );
    return rows.map(({ name }) => String(name));
  }

  settlePart({ wakeup, position }: PartRow, outcome: Outcome): void {
    this.#settlePart.run(JSON.stringify(outcome), wakeup, position);
  }

  prune(before: number): void {
    this.#database
      .prepare('DELETE FROM wakeup_parts WHERE wakeup IN (SELECT id FROM wakeups WHERE settled_at < ?)')
      .run(before);
    this.#database.prepare('DELETE FROM wakeups WHERE settled_at < ?').run(before);
  }

  clock(): { readonly bootId: string; readonly offset: number } | undefined {
    const row = this.#database.prepare('SELECT boot_id, offset FROM wake_clock').get();
    return row && { bootId: String(row.boot_id), offset: Number(row.offset) };
  }

  setClock(bootId: string, offset: number): void {
    this.#database.exec('DELETE FROM wake_clock');
    this.#database.prepare('INSERT INTO wake_clock (boot_id, offset) VALUES (?, ?)').run(bootId, offset);
  }

  #all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#database.prepare(sql).all(...values);
  }
}

function toWakeUp(row: Row): WakeUp {
  return {
    id: String(row.id),
    session: String(row.session),
    spec: JSON.parse(String(row.spec)) as Spec,
    note: String(row.note),
    state: row.state as WakeUpState,
    dueAt: row.due_at as number | null,
    createdAt: Number(row.created_at),
    rungAt: row.rung_at as number | null,
    rings: Number(row.rings),
  };
}

function toPart(row: Row): PartRow {
  const name = String(row.name);
  const what = row.what as Part['what'];
  return {
    wakeup: String(row.wakeup),
    position: Number(row.position),
    part: what === 'process' ? { what, name, moment: row.moment as Moment } : { what, name },
    command: row.command as string | null,
    outcome: row.outcome === null ? null : (JSON.parse(String(row.outcome)) as Outcome),
  };
}
