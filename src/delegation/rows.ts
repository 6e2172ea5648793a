import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { DelegateState } from '../wire/delegation.ts';
import type { DelegationStatus } from '../wire/events.ts';
import { statesThatTake } from './policy/life.ts';
import type { Outcome } from './policy/outcome.ts';
import {
  type NewTask,
  type NewUnit,
  type Stop,
  type Task,
  type TaskRow,
  toTask,
  toUnit,
  type Unit,
  type UnitRow,
} from './unit.ts';

const inList = 'IN (SELECT value FROM json_each(?))';

/** The tables. Callers decide about transactions. */
export class DelegationRows {
  readonly #database: DatabaseSync;
  readonly #unit: StatementSync;
  readonly #tasks: StatementSync;
  readonly #task: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#unit = database.prepare('SELECT * FROM delegations WHERE id = ?');
    this.#tasks = database.prepare('SELECT * FROM delegation_tasks WHERE delegation = ? ORDER BY task_index');
    this.#task = database.prepare('SELECT * FROM delegation_tasks WHERE name = ?1 OR process = ?1');
  }

  insert(unit: NewUnit, tasks: readonly NewTask[]): void {
    this.#add('delegations', {
      id: unit.id,
      session: unit.session,
      goal: unit.goal,
      context: unit.context,
      role: unit.role,
      toolsets: unit.toolsets && JSON.stringify(unit.toolsets),
      model: unit.model,
      is_batch: Number(unit.isBatch),
      parent: unit.parent,
      depth: unit.depth,
      max_runtime: unit.maxRuntime,
      state: 'running',
      dispatched_at: unit.dispatchedAt,
    });
    for (const { index, ...task } of tasks)
      this.#add('delegation_tasks', { ...task, task_index: index, state: 'sent' });
  }

  unit(id: string): Unit | undefined {
    const row = this.#unit.get(id) as UnitRow | undefined;
    return row && toUnit(row);
  }

  /** Those whose ids begin so. */
  unitsFrom(prefix: string, session?: string): Unit[] {
    return this.list(session === undefined ? {} : { session }).filter(({ id }) => id.startsWith(prefix));
  }

  /** The last one first. */
  list(filter: { readonly session?: string; readonly state?: Unit['state'] } = {}): Unit[] {
    const { session = null, state = null } = filter;
    const found = this.#database
      .prepare(
        `SELECT * FROM delegations WHERE (?1 IS NULL OR session = ?1) AND (?2 IS NULL OR state = ?2)
         ORDER BY dispatched_at DESC, id DESC`,
      )
      .all(session, state) as UnitRow[];
    return found.map(toUnit);
  }

  countRunning(session: string): number {
    const row = this.#database
      .prepare("SELECT count(*) AS count FROM delegations WHERE session = ? AND state = 'running'")
      .get(session) as { count: number };
    return row.count;
  }

  /** Of all sessions. */
  countTasks(): number {
    const row = this.#database
      .prepare("SELECT count(*) AS count FROM delegation_tasks WHERE state <> 'ended'")
      .get() as { count: number };
    return row.count;
  }

  /** Those that a delegate has sent, and that have not ended. */
  runningBelow(name: string, session: string): Unit[] {
    return this.list({ state: 'running' }).filter((one) => one.parent === name || one.session === session);
  }

  tasks(delegation: string): Task[] {
    return (this.#tasks.all(delegation) as TaskRow[]).map(toTask);
  }

  /** By its name, or the id of its process. */
  task(nameOrProcess: string): Task | undefined {
    const row = this.#task.get(nameOrProcess) as TaskRow | undefined;
    return row && toTask(row);
  }

  /** In one of these states, whichever delegation they are of. */
  tasksIn(...states: readonly DelegateState[]): Task[] {
    const found = this.#database
      .prepare(`SELECT * FROM delegation_tasks WHERE is_tidy = 0 AND state ${inList}`)
      .all(JSON.stringify(states)) as TaskRow[];
    return found.map(toTask);
  }

  /** Its process runs, unless the engine has forgotten it meanwhile. */
  begin({ name }: Pick<Task, 'name'>, process: string, startedAt: number): void {
    this.#database
      .prepare(
        `UPDATE delegation_tasks SET process = ?, started_at = ?
         WHERE name = ? AND process IS NULL AND EXISTS (SELECT 1 FROM processes WHERE id = ?)`,
      )
      .run(process, startedAt, name, process);
    this.#database
      .prepare(
        `UPDATE delegation_tasks SET state = 'running' WHERE name = ? AND process IS NOT NULL AND state ${inList}`,
      )
      .run(name, JSON.stringify(statesThatTake('begin')));
  }

  /** The engine knows of its process no more. */
  forget(process: string): boolean {
    const { changes } = this.#database
      .prepare(
        `UPDATE delegation_tasks SET process = NULL, started_at = NULL WHERE process = ? AND state <> 'ended'`,
      )
      .run(process);
    if (changes === 0) return false;
    this.#database
      .prepare(`UPDATE delegation_tasks SET state = 'sent' WHERE process IS NULL AND state ${inList}`)
      .run(JSON.stringify(statesThatTake('forget')));
    return true;
  }

  /** False: it was told so before, or has ended. */
  interrupt({ name }: Pick<Task, 'name'>, { at, why, hasStalled }: Stop): boolean {
    const { changes } = this.#database
      .prepare(
        `UPDATE delegation_tasks SET state = 'interrupting', stop_at = ?, stop_why = ?, has_stalled = ?
         WHERE name = ? AND state ${inList}`,
      )
      .run(at, why, Number(hasStalled), name, JSON.stringify(statesThatTake('interrupt')));
    return changes === 1;
  }

  /** The first outcome counts: false where there is one (promise 24). */
  end({ name }: Pick<Task, 'name'>, outcome: Outcome, endedAt: number, isTidy: boolean): boolean {
    const { status, result, error, model, api_calls, cost, input_tokens, output_tokens } = outcome;
    const { changes } = this.#database
      .prepare(
        `UPDATE delegation_tasks SET state = 'ended', status = ?, result = ?, error = ?, model = coalesce(?, model),
           api_calls = ?, cost = ?, input_tokens = ?, output_tokens = ?, ended_at = ?, is_tidy = ?
         WHERE name = ? AND state ${inList}`,
      )
      .run(
        status,
        result ?? null,
        error ?? null,
        model ?? null,
        api_calls ?? null,
        cost ?? null,
        input_tokens ?? null,
        output_tokens ?? null,
        endedAt,
        Number(isTidy),
        name,
        JSON.stringify(statesThatTake('end')),
      );
    return changes === 1;
  }

  setLeftRunning({ name }: Pick<Task, 'name'>, ids: readonly string[], result: string): void {
    this.#database
      .prepare('UPDATE delegation_tasks SET left_running = ?, result = ? WHERE name = ?')
      .run(JSON.stringify(ids), result, name);
  }

  setTidy({ name }: Pick<Task, 'name'>): void {
    this.#database.prepare('UPDATE delegation_tasks SET is_tidy = 1 WHERE name = ?').run(name);
  }

  complete(id: string, status: DelegationStatus, at: number): void {
    this.#database
      .prepare("UPDATE delegations SET state = 'ended', status = ?, completed_at = ? WHERE id = ?")
      .run(status, at, id);
  }

  setNotification(id: string, notification: string): void {
    this.#database.prepare('UPDATE delegations SET notification = ? WHERE id = ?').run(notification, id);
  }

  moveSession(from: string, to: string): void {
    this.#database.prepare('UPDATE delegations SET session = ? WHERE session = ?').run(to, from);
  }

  /** What runs in a session, as the engine's own table says: the engine itself may still be opening. */
  runningIn(session: string): { readonly id: string; readonly command: string }[] {
    return this.#database
      .prepare(
        "SELECT id, command FROM processes WHERE session = ? AND ended_at IS NULL AND system = '' ORDER BY id",
      )
      .all(session) as { id: string; command: string }[];
  }

  /** Its process, as the engine's own table says; undefined: none was begun. */
  processOf({ delegation, index, process }: Task): string | undefined {
    const found = this.#database
      .prepare('SELECT id FROM processes WHERE delegation = ?')
      .get(`${delegation}/${index}`) as { id: string } | undefined;
    return process ?? found?.id;
  }

  hasProcess(task: Task): boolean {
    return this.processOf(task) !== undefined;
  }

  /** Those that ended before then, and were neither told nor given up. */
  untoldBefore(time: number): string[] {
    const found = this.#database
      .prepare(
        `SELECT notification FROM delegations JOIN notifications ON notifications.id = delegations.notification
         WHERE completed_at < ? AND notifications.state IN ('pending', 'sent')`,
      )
      .all(time) as { notification: string }[];
    return found.map(({ notification }) => notification);
  }

  /** Forgets those that ended before then; gives back the names of their tasks. Running ones never. */
  prune(before: number): string[] {
    const old = "SELECT id FROM delegations WHERE state = 'ended' AND completed_at < ?1";
    const found = this.#database
      .prepare(`SELECT name FROM delegation_tasks WHERE delegation IN (${old})`)
      .all(before) as { name: string }[];
    const names = found.map(({ name }) => name);
    this.#database.prepare(`DELETE FROM delegate_orders WHERE name ${inList}`).run(JSON.stringify(names));
    this.#database.prepare(`DELETE FROM delegation_tasks WHERE delegation IN (${old})`).run(before);
    this.#database.prepare("DELETE FROM delegations WHERE state = 'ended' AND completed_at < ?").run(before);
    return names;
  }

  #add(table: string, row: Readonly<Record<string, SQLInputValue>>): void {
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    this.#database
      .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
      .run(...Object.values(row));
  }
}
