import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { failpoint } from '../base/failpoint.ts';
import { newNotificationId } from '../base/ids.ts';
import type { NotificationEvent, OtherEvent } from '../wire/events.ts';
import { type LedgerState, statesBefore } from './policy/life.ts';
import { typesAbout } from './types.ts';

/** One line of the ledger. */
export type Notification = {
  readonly sequence: number;
  readonly id: string;
  readonly key: string;
  readonly session: string;
  readonly processId: string | null;
  readonly type: string;
  readonly event: NotificationEvent | OtherEvent;
  readonly state: LedgerState;
  /** The rule that suppressed it, or what consumed it. */
  readonly rule: string | null;
  readonly isObserved: boolean;
  readonly createdAt: number;
  readonly sentAt: number | null;
  readonly settledAt: number | null;
};

type NewNotification = {
  /** What caused it: a second one under the same key is not written. */
  readonly key: string;
  readonly session: string;
  readonly processId: string | null;
  readonly event: NotificationEvent | OtherEvent;
};

type FinalState = Exclude<LedgerState, 'pending' | 'sent'>;

type HistoryFilter = {
  readonly session?: string;
  readonly processId?: string;
  readonly isOpen?: boolean;
  readonly limit?: number;
};

type Row = {
  readonly sequence: number;
  readonly id: string;
  readonly key: string;
  readonly session: string;
  readonly process_id: string | null;
  readonly type: string;
  readonly payload: string;
  readonly state: LedgerState;
  readonly rule: string | null;
  readonly is_observed: number;
  readonly created_at: number;
  readonly sent_at: number | null;
  readonly settled_at: number | null;
};

const open = "state IN ('pending', 'sent')";

/** A list as one value, so that a statement is prepared once, however long the list is. */
const inList = 'IN (SELECT value FROM json_each(?))';

/** What was said, to whom, and what became of it. Callers decide about transactions; each statement here is one fact. */
export class Ledger {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #openOf: StatementSync;
  readonly #openOfProcess: StatementSync;
  readonly #byKey: StatementSync;
  readonly #pendingUnder: StatementSync;
  readonly #byIds: StatementSync;
  readonly #markSent: StatementSync;
  readonly #settle: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#insert = database.prepare(
      `INSERT INTO notifications (id, key, session, process_id, type, payload, state, rule, created_at, settled_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
    );
    this.#openOf = database.prepare(
      `SELECT * FROM notifications WHERE session = ? AND ${open} ORDER BY sequence`,
    );
    this.#openOfProcess = database.prepare(
      `SELECT * FROM notifications WHERE process_id = ? AND ${open} ORDER BY sequence`,
    );
    this.#byKey = database.prepare('SELECT * FROM notifications WHERE key = ?');
    this.#pendingUnder = database.prepare(
      "SELECT * FROM notifications WHERE key > ? AND key < ? AND state = 'pending' ORDER BY sequence",
    );
    this.#byIds = database.prepare(`SELECT * FROM notifications WHERE id ${inList} ORDER BY sequence`);
    this.#markSent = database.prepare(
      `UPDATE notifications SET state = 'sent', sent_at = ? WHERE id ${inList} AND state ${inList}`,
    );
    this.#settle = database.prepare(
      `UPDATE notifications SET state = ?, rule = coalesce(?, rule), settled_at = ? WHERE id ${inList} AND state ${inList}`,
    );
  }

  /** False when it was written before. `suppressedBy`: a rule that forbids to say it; it is still accounted for. */
  write({ key, session, processId, event }: NewNotification, now: number, suppressedBy?: string): boolean {
    failpoint('ledger:before-write');
    const state: LedgerState = suppressedBy === undefined ? 'pending' : 'suppressed';
    const settledAt = suppressedBy === undefined ? null : now;
    const { changes } = this.#insert.run(
      newNotificationId(),
      key,
      session,
      processId,
      event.type,
      JSON.stringify(event),
      state,
      suppressedBy ?? null,
      now,
      settledAt,
    );
    failpoint('ledger:after-write');
    return changes === 1;
  }

  /** Pending and sent ones of a session, oldest first. */
  openOf(session: string): Notification[] {
    return (this.#openOf.all(session) as Row[]).map(toNotification);
  }

  openOfProcess(processId: string): Notification[] {
    return (this.#openOfProcess.all(processId) as Row[]).map(toNotification);
  }

  byKey(key: string): Notification | undefined {
    const row = this.#byKey.get(key) as Row | undefined;
    return row && toNotification(row);
  }

  /** Those whose keys begin with `prefix` and a colon, and that nobody was given yet. */
  pendingUnder(prefix: string): Notification[] {
    // ';' sorts right behind ':'.
    return (this.#pendingUnder.all(`${prefix}:`, `${prefix};`) as Row[]).map(toNotification);
  }

  byIds(ids: readonly string[]): Notification[] {
    return (this.#byIds.all(JSON.stringify(ids)) as Row[]).map(toNotification);
  }

  /** Sessions that have something pending or sent. */
  openSessions(): string[] {
    const rows = this.#database
      .prepare(`SELECT DISTINCT session FROM notifications WHERE ${open} ORDER BY session`)
      .all() as { session: string }[];
    return rows.map((row) => row.session);
  }

  /** Whether something that was written after `since` is still to be told of it. */
  hasOpen(processId: string, since: number): boolean {
    return this.openOfProcess(processId).some(({ createdAt }) => createdAt > since);
  }

  markSent(ids: readonly string[], now: number): void {
    this.#markSent.run(now, JSON.stringify(ids), JSON.stringify(statesBefore('sent')));
  }

  /** Ends those that have not ended; how many. Nothing ever comes back from here (promise 12). */
  settle(ids: readonly string[], state: FinalState, rule: string | null, now: number): number {
    if (ids.length === 0) return 0;
    const before = JSON.stringify(statesBefore(state));
    return Number(this.#settle.run(state, rule, now, JSON.stringify(ids), before).changes);
  }

  /** A poll of its own session showed the end: it is not told inline any more. */
  markObserved(ids: readonly string[]): void {
    this.#database
      .prepare(`UPDATE notifications SET is_observed = 1 WHERE id ${inList}`)
      .run(JSON.stringify(ids));
  }

  moveSession(from: string, to: string): void {
    this.#database
      .prepare(`UPDATE notifications SET session = ? WHERE session = ? AND ${open}`)
      .run(to, from);
  }

  /** Newest first. */
  history({ session, processId, isOpen, limit = 100 }: HistoryFilter = {}): Notification[] {
    const conditions = ['1'];
    const values: SQLInputValue[] = [];
    if (session !== undefined) conditions.push('session = ?') && values.push(session);
    if (processId !== undefined) conditions.push('process_id = ?') && values.push(processId);
    if (isOpen) conditions.push(open);
    const where = conditions.join(' AND ');
    const rows = this.#database
      .prepare(`SELECT * FROM notifications WHERE ${where} ORDER BY sequence DESC LIMIT ?`)
      .all(...values, limit) as Row[];
    return rows.map(toNotification);
  }

  /**
   * Settled ones older than `before`, and beyond the newest `keep`. Open ones never, nor what keeps anything about a process that
   * still runs (its deadline, prompt, readiness, silence) from being told again.
   */
  prune(before: number, keep: number): void {
    this.#database
      .prepare(
        `DELETE FROM notifications WHERE NOT ${open} AND (settled_at < ? OR sequence <= (
           SELECT sequence FROM notifications WHERE NOT ${open} ORDER BY sequence DESC LIMIT 1 OFFSET ?))
         AND sequence NOT IN (
           SELECT max(sequence) FROM notifications WHERE type IN (SELECT value FROM json_each(?))
           AND process_id IN (SELECT id FROM processes WHERE ended_at IS NULL) GROUP BY process_id, type, payload ->> 'heartbeat')`,
      )
      .run(before, keep, JSON.stringify(typesAbout('process')));
  }
}

function toNotification(row: Row): Notification {
  return {
    sequence: row.sequence,
    id: row.id,
    key: row.key,
    session: row.session,
    processId: row.process_id,
    type: row.type,
    event: JSON.parse(row.payload) as NotificationEvent | OtherEvent,
    state: row.state,
    rule: row.rule,
    isObserved: row.is_observed === 1,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    settledAt: row.settled_at,
  };
}
