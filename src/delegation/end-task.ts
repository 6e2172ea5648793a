import { failpoint } from '../base/failpoint.ts';
import { endOf, terminationSource } from '../engine/life.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import { exitStatus } from '../engine/wire-process.ts';
import { lastOutput } from '../notify/last-output.ts';
import { type DelegationContext, sessionOf } from './context.ts';
import { toEvent } from './event.ts';
import { decideOutcome, isOwnWord, type Outcome, unitStatus } from './policy/outcome.ts';
import { readResult } from './read-result.ts';
import type { Task } from './unit.ts';

/** In the transaction that records the end of its process. */
export function endWithProcess(context: DelegationContext, process: ProcessSnapshot): void {
  const { host, rows, now } = context;
  const [delegation = '', index = ''] = process.delegation.split('/');
  const task = rows.tasks(delegation)[Number(index)];
  if (!task || task.state === 'ended') return;
  rows.begin(task, process.id, process.startedAt);
  failpoint('delegation:before-outcome');
  const outcome = decideOutcome({
    file: readResult(host.keep(process.id)),
    ...(task.stopWhy !== null && { stop: { why: task.stopWhy, hasStalled: task.hasStalled } }),
    source: terminationSource(process.life),
    how: describeEnd(process),
    printed: lastOutput(context, process.id, undefined).output,
  });
  endTask(context, task, outcome, endOf(process.life) ?? now());
}

/** One that never came to a process. */
export function endUnstarted(context: DelegationContext, task: Task, error: string): void {
  const { host, rows, now } = context;
  host.store.transaction(() => {
    const { stopWhy, state } = rows.task(task.name) ?? task;
    const status = state === 'interrupting' ? 'interrupted' : 'error';
    endTask(context, task, { status, error: stopWhy === null ? error : `${stopWhy} ${error}` }, now(), true);
  });
}

/** Inside a transaction. The last one of a delegation is told with it, once (promise 24). */
function endTask(context: DelegationContext, task: Task, outcome: Outcome, at: number, isTidy = false): void {
  if (!context.rows.end(task, outcome, at, isTidy)) return;
  if (isOwnWord(outcome.status) && !isTidy) handOver(context, task, outcome.result ?? '');
  completeUnit(context, task.delegation, at);
  if (!isTidy) setImmediate(() => context.onEnded(task.name));
}

function completeUnit({ rows, notifier }: DelegationContext, id: string, at: number): void {
  const unit = rows.unit(id);
  const tasks = rows.tasks(id);
  if (!unit || unit.state === 'ended' || tasks.some(({ state }) => state !== 'ended')) return;
  const status = unitStatus(
    unit.isBatch,
    tasks.map((task) => task.status ?? 'unknown'),
  );
  rows.complete(id, status, at);
  const told = notifier.notify(unit.session, toEvent({ ...unit, status, completedAt: at }, tasks), id);
  rows.setNotification(id, told.id);
}

/** What it left running goes to the session that sent it, which is told so. */
function handOver({ rows, notifier }: DelegationContext, task: Task, result: string): void {
  const session = rows.unit(task.delegation)?.session;
  if (session === undefined) return;
  const own = sessionOf(task.name);
  const running = rows.runningIn(own);
  notifier.moveSession(own, session, { reopens: false });
  rows.moveSession(own, session);
  if (running.length === 0) return;
  const named = running.map(({ id, command }) => `${id}: ${command.split('\n', 1)[0]?.slice(0, 200)}`);
  const note = `It left running, and these are yours now:\n${named.join('\n')}`;
  rows.setLeftRunning(
    task,
    running.map(({ id }) => id),
    result === '' ? note : `${result}\n\n${note}`,
  );
}

function describeEnd({ life }: ProcessSnapshot): string {
  const { exit_code: code, signal } = exitStatus(life);
  const source = terminationSource(life);
  if (source === 'process.kill' || source === 'kill_all') return 'its process was ended';
  if (signal !== null) return `its process died of ${signal}`;
  return code === null ? 'its process is gone' : `its process ended with exit code ${code}`;
}
