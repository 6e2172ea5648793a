import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Started } from '../keeper/started.ts';
import { type State, states, statesThatTake } from './life.ts';
import type { NewRow, Row } from './row.ts';
import { startColumns } from './start-fields.ts';
import type { Exit, Life, ListFilter } from './types.ts';

type Lost = Omit<Extract<Life, { state: 'lost' }>, 'state'>;
type Skipped = Omit<Extract<Life, { state: 'skipped' }>, 'state'>;

/** An ended process, as pruning sees it. */
export type EndedRow = Pick<Row, 'id' | 'kept_bytes' | 'foreground' | 'system'> & {
  readonly ended_at: number;
};

const newColumns = ['id', 'request_id', 'state', ...startColumns] as const;

const unfinished = inStates(statesThatTake('lose'));
const ended = inStates(states.filter((state) => !statesThatTake('lose').includes(state)));
/** Not one of our own programs. */
const users = "system = ''";

/** Everything the engine asks of its table. Statements are prepared once: a start or an end is one of them. */
export class Rows {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #get: StatementSync;
  readonly #byRequest: StatementSync;
  readonly #started: StatementSync;
  readonly #exited: StatementSync;
  readonly #lost: StatementSync;
  readonly #skipped: StatementSync;
  readonly #held: StatementSync;
  readonly #detached: StatementSync;
  readonly #note: StatementSync;
  readonly #remove: StatementSync;
  readonly #notifyOptions: StatementSync;
  readonly #ready: StatementSync;
  readonly #moved: StatementSync;
  readonly #background: StatementSync;
  readonly #inRange: StatementSync;
  readonly #keptBytes: StatementSync;
  readonly #named: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    const prepare = (sql: string) => database.prepare(sql);
    this.#insert = prepare(
      `INSERT INTO processes (${newColumns.join(', ')}) VALUES (${newColumns.map(() => '?').join(', ')})`,
    );
    this.#get = prepare('SELECT * FROM processes WHERE id = ?');
    this.#byRequest = prepare('SELECT * FROM processes WHERE request_id = ?');
    this.#started = prepare(
      `UPDATE processes SET state = 'running', pid = ?, keeper_pid = ?, started_at = ?, pty = ?, pty_note = ?
       WHERE id = ? AND ${inStates(statesThatTake('start'))}`,
    );
    this.#exited = prepare(
      `UPDATE processes SET state = 'exited', exit = ?, ended_at = ?, detached = 0, note = ?,
       kept_bytes = min(log_limit, ?) WHERE id = ? AND ${inStates(statesThatTake('end'))}`,
    );
    this.#lost = prepare(
      `UPDATE processes SET state = 'lost', note = ?, ended_at = ?, exit = ?, detached = 0, kept_bytes = ?
       WHERE id = ? AND ${inStates(statesThatTake('lose'))}`,
    );
    this.#skipped = prepare(
      `UPDATE processes SET state = 'skipped', note = ?, ended_at = ?, exit = ? WHERE id = ? AND ${inStates(statesThatTake('skip'))}`,
    );
    this.#held = prepare(
      `UPDATE processes SET keeper_pid = ? WHERE id = ? AND ${inStates(statesThatTake('start'))}`,
    );
    this.#detached = prepare(`UPDATE processes SET detached = 1, note = ? WHERE id = ? AND ${unfinished}`);
    this.#note = prepare(`UPDATE processes SET note = ? WHERE id = ? AND detached = 0 AND ${unfinished}`);
    this.#notifyOptions = prepare(
      'UPDATE processes SET notify_on_complete = ?, watch_patterns = ? WHERE id = ?',
    );
    this.#ready = prepare(
      `UPDATE processes SET ready_at = ? WHERE id = ? AND ready_at = 0 AND ${unfinished}`,
    );
    this.#moved = prepare('UPDATE processes SET session = ? WHERE session = ?');
    this.#background = prepare('UPDATE processes SET foreground = 0 WHERE id = ?');
    this.#remove = prepare('DELETE FROM processes WHERE id = ?');
    this.#inRange = prepare(
      'SELECT id FROM processes WHERE id >= ?1 AND id < ?2 AND (?3 IS NULL OR session = ?3) LIMIT 2',
    );
    this.#keptBytes = prepare('SELECT kept_bytes FROM processes WHERE id = ?');
    this.#named = prepare(
      `SELECT id, ${unfinished} AS runs FROM processes
       WHERE name = ?1 AND name <> '' AND (?2 IS NULL OR session = ?2) ORDER BY runs DESC, sequence DESC LIMIT 2`,
    );
  }

  insert(row: NewRow): void {
    this.#insert.run(...newColumns.map((column) => row[column]));
  }

  get(id: string): Row | undefined {
    return this.#get.get(id) as Row | undefined;
  }

  /** Of the output of one that ended. */
  keptBytes(id: string): number {
    return Number(this.#keptBytes.get(id)?.kept_bytes ?? 0);
  }

  byRequest(requestId: string): Row | undefined {
    return this.#byRequest.get(requestId) as Row | undefined;
  }

  recordStart(id: string, started: Started): void {
    const { pid, keeperPid, startedAt, pty, ptyNote } = started;
    this.#started.run(pid, keeperPid, startedAt, Number(pty), ptyNote ?? null, id);
  }

  /** Whether this was the first word about its end; the same goes for `recordLost`. */
  recordExit(id: string, exit: Exit, note: string | null = null): boolean {
    const printed = exit.finalOffset - exit.gapBytes;
    return this.#exited.run(JSON.stringify(exit), exit.endedAt, note, printed, id).changes === 1;
  }

  recordLost(id: string, lost: Lost, keptBytes: number): boolean {
    const killedBy = lost.killedBy === undefined ? null : JSON.stringify(lost.killedBy);
    return this.#lost.run(lost.note, lost.endedAt, killedBy, keptBytes, id).changes === 1;
  }

  recordSkipped(id: string, { note, endedAt, killedBy }: Skipped): boolean {
    const by = killedBy === undefined ? null : JSON.stringify(killedBy);
    return this.#skipped.run(note, endedAt, by, id).changes === 1;
  }

  /** Its keeper is there, and waits to begin. */
  recordHeld(id: string, keeperPid: number): void {
    this.#held.run(keeperPid, id);
  }

  setNotifyOptions(id: string, notifyOnComplete: boolean, watchPatterns: readonly string[]): void {
    this.#notifyOptions.run(Number(notifyOnComplete), JSON.stringify(watchPatterns), id);
  }

  /** Whether this was the first word about it, before its end. */
  recordReady(id: string, at: number): boolean {
    return this.#ready.run(at, id).changes === 1;
  }

  putInBackground(id: string): void {
    this.#background.run(id);
  }

  /** All that have not ended. */
  putAllInBackground(): void {
    this.#database.exec(`UPDATE processes SET foreground = 0 WHERE foreground = 1 AND ${unfinished}`);
  }

  moveSession(from: string, to: string): void {
    this.#moved.run(to, from);
  }

  recordDetached(id: string, note: string): void {
    this.#detached.run(note, id);
  }

  /** Something that people should know about one that has not ended; null: nothing. */
  recordNote(id: string, note: string | null): void {
    this.#note.run(note, id);
  }

  remove(id: string): void {
    this.#remove.run(id);
  }

  /** At most two, which is enough to know that a prefix is ambiguous; of one session, or of all. */
  idsFrom(first: string, behind: string, session?: string): string[] {
    return this.#inRange.all(first, behind, session ?? null).map((row) => String(row.id));
  }

  /** The running one of this name, else the last; two only where two run. */
  idsNamed(name: string, session?: string): string[] {
    const [first, second] = this.#named.all(name, session ?? null);
    return [first, second?.runs ? second : undefined].flatMap((row) => (row ? [String(row.id)] : []));
  }

  ids(): Set<string> {
    return new Set(this.#all('SELECT id FROM processes').map((row) => String(row.id)));
  }

  unfinished(): Row[] {
    return this.#all(`SELECT * FROM processes WHERE ${unfinished}`) as Row[];
  }

  /** Those that ended first come first. */
  ended(): EndedRow[] {
    return this.#all(
      `SELECT id, ended_at, kept_bytes, foreground, system FROM processes WHERE ${ended} ORDER BY ended_at, sequence`,
    ) as EndedRow[];
  }

  /** Newest first. */
  list({
    session,
    task,
    includeEnded = true,
    includeForeground = false,
    includeSystem = false,
    system,
  }: ListFilter): Row[] {
    const wanted = Object.entries({ session, task, system }).filter((entry) => entry[1] !== undefined);
    const conditions = wanted.map(([column]) => `${column} = ?`);
    const values = wanted.map(([, value]) => value ?? '');
    const states = includeEnded
      ? includeForeground
        ? '1'
        : `(foreground = 0 OR ${unfinished})`
      : unfinished;
    const where = [states, ...(includeSystem || system !== undefined ? [] : [users]), ...conditions].join(
      ' AND ',
    );
    return this.#all(`SELECT * FROM processes WHERE ${where} ORDER BY sequence DESC`, ...values) as Row[];
  }

  /** Whether something unfinished has this session or task and was started at or after `since`. */
  hasUnfinished(column: 'session' | 'task', value: string, since = 0): boolean {
    const sql = `SELECT 1 FROM processes WHERE ${unfinished} AND ${users} AND ${column} = ? AND started_at >= ? LIMIT 1`;
    return this.#all(sql, value, since).length > 0;
  }

  close(): void {
    this.#database.close();
  }

  #all(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
    return this.#database.prepare(sql).all(...values);
  }
}

function inStates(some: readonly State[]): string {
  return `state IN (${some.map((state) => `'${state}'`).join(', ')})`;
}
