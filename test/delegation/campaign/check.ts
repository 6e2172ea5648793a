import { existsSync, readFileSync, statSync } from 'node:fs';
import {
  delegateResult,
  type WireDelegation,
  type WireDelegationTask,
} from '../../../src/wire/delegation.ts';
import type { DelegationEvent } from '../../../src/wire/events.ts';
import type { WireNotification } from '../../../src/wire/notification.ts';
import type { WireListed } from '../../../src/wire/process.ts';
import type { Entry } from './parent.ts';
import { readGoal, requestOf, SESSION, unitId } from './plan.ts';
import { CONVERSATION } from './seeker.ts';

export type Remains = {
  readonly folder: string;
  readonly units: readonly WireDelegation[];
  readonly journal: readonly Entry[];
  readonly notifications: readonly WireNotification[];
  /** Also those that have ended. */
  readonly processes: readonly WireListed[];
  /** What the conversation was told. */
  readonly rings: readonly string[];
  readonly effects: readonly string[];
  /** Units that were, beside those whose tasks are all meant to be. */
  readonly interrupted: ReadonlySet<string>;
  keep(id: string, file: string): string;
  /** What lives of a process: its command lines. */
  living(id: string): readonly string[];
};

/** What is not as it must be: each unit has one outcome, told once, and nothing runs on. */
export function checkDelegations(remains: Remains): string[] {
  return [
    ...checkSent(remains),
    ...remains.units.flatMap((unit) => checkUnit(unit, remains)),
    ...checkHeard(remains),
    ...checkProcesses(remains),
    ...twice(remains.units.flatMap(goalsOf)).map((goal) => `sent twice: ${goal}`),
    ...twice(remains.effects).map((trace) => `done twice: ${trace}`),
  ];
}

/** Each call is one unit, whose tasks are those that were asked for, in order. */
function checkSent({ units, journal, folder }: Remains): string[] {
  return journal.flatMap((entry) => {
    if (entry.kind !== 'sending') return [];
    const unit = units.find(({ delegation_id }) => delegation_id === unitId(entry.number, folder));
    if (!unit) return [`unit ${entry.number} was never sent`];
    const asked = requestOf(entry.number, entry.ways, folder);
    const goals = asked.tasks?.map(({ goal }) => goal) ?? [asked.goal];
    return sameGoals(unit, goals) ? [] : [`${nameOf(unit)} has other goals: ${goalsOf(unit)}`];
  });
}

function goalsOf({ tasks }: WireDelegation): string[] {
  return tasks.map(({ goal }) => goal);
}

const sameGoals = (unit: WireDelegation, goals: readonly unknown[]) =>
  goalsOf(unit).join('\n') === goals.join('\n');
const nameOf = (unit: WireDelegation) => `${unit.delegation_id} (${goalsOf(unit).join(', ')})`;

function checkUnit(unit: WireDelegation, remains: Remains): string[] {
  const name = nameOf(unit);
  if (unit.state !== 'ended') return [`${name} has not ended: ${describeOpen(unit, remains)}`];
  const told = remains.notifications.filter(({ event }) => aboutUnit(event) === unit.delegation_id);
  const [first] = told;
  const problems = told.length === 1 ? [] : [`${name} is told by ${told.length} notifications`];
  if (first) problems.push(...checkTold(unit, first));
  problems.push(...unit.tasks.flatMap((task) => checkTask(task, unit, remains)));
  return problems;
}

function describeOpen({ tasks }: WireDelegation, { processes }: Remains): string {
  const of = (id: string) => processes.find(({ session_id }) => session_id === id)?.status ?? 'not there';
  return tasks.map(({ session_id: id, state }) => `${state}, its process ${id} is ${of(id)}`).join('; ');
}

function aboutUnit(event: unknown): string | undefined {
  const { type, delegation_id } = event as Partial<DelegationEvent>;
  return type === 'async_delegation' ? delegation_id : undefined;
}

/** To its session, and as the unit stands. */
function checkTold(unit: WireDelegation, { session_key, state, event, id }: WireNotification): string[] {
  const name = nameOf(unit);
  const { status, tasks } = event as DelegationEvent;
  const [only] = unit.tasks;
  const shown = tasks?.map((one) => `${one.goal} ${one.status} ${one.result}`) ?? [`${status}`];
  const expected = tasks
    ? unit.tasks.map((one) => `${one.goal} ${one.status} ${one.result}`)
    : [`${only?.status}`];
  // Who was to hear it is gone.
  const mayBeUntold = unit.session_key.startsWith('delegate:');
  // What a delegate has sent is its sender's when it has ended.
  const isIts = session_key === unit.session_key || session_key === `delegate:${unit.parent}`;
  return [
    ...(isIts ? [] : [`${name} is told to ${session_key}`]),
    ...(mayBeUntold || state === 'delivered' || state === 'consumed' ? [] : [`${id} of ${name} is ${state}`]),
    ...(shown.join('\n') === expected.join('\n') ? [] : [`${name} is told as ${shown.join(', ')}`]),
  ];
}

/** What was written is the outcome; without that, nobody knows, or it was to be so. */
function checkTask(task: WireDelegationTask, unit: WireDelegation, remains: Remains): string[] {
  const { session_id: id, goal, status = 'none', result = '', ended_at } = task;
  const path = remains.keep(id, 'result');
  const says = `${goal} (${id}) is ${status}: ${task.error} ${result}`;
  const isInTime = existsSync(path) && statSync(path).mtimeMs <= Date.parse(ended_at ?? '');
  // What one whose keeper is dead did when nobody saw it does not count.
  const isLost = remains.processes.some((one) => one.session_id === id && one.status === 'lost');
  if (!existsSync(path) || (isLost && !isInTime))
    return mayEndSo(task, unit, remains) ? [] : [`${says} although it wrote nothing`];
  const written = delegateResult.parse(JSON.parse(readFileSync(path, 'utf8')));
  const isStopped = written.status === 'interrupted' && /^(interrupted|timeout)$/.test(status);
  if (written.status !== status && !isStopped) return [`${says}, but it wrote ${written.status}`];
  if (!result.startsWith(written.result)) return [`${says}, but it wrote ${written.result}`];
  const isRight = status !== 'completed' || written.result === `result of ${readGoal(goal)?.key}`;
  return isRight ? [] : [`${goal} came back with ${written.result}`];
}

function mayEndSo(
  { goal, status, error }: WireDelegationTask,
  unit: WireDelegation,
  { interrupted }: Remains,
): boolean {
  if (status === 'unknown') return true;
  const way = readGoal(goal)?.way;
  // One below ends with the one above it.
  if (status === 'interrupted')
    return way === 'hangs' || way === 'late' || unit.depth > 1 || interrupted.has(unit.delegation_id);
  // Nobody can repeat the call of a delegate that is dead.
  if (status === 'error') return unit.depth > 1 && /never began/.test(error ?? '');
  return status === 'timeout' && way === 'late';
}

/** Each notification reached the parent, or the conversation, and is not told again once it is acknowledged. */
function checkHeard({ units, journal, rings, notifications }: Remains): string[] {
  const acknowledged = new Set<string>();
  const again: string[] = [];
  const told = new Set<string>();
  for (const entry of journal) {
    if (entry.kind === 'acknowledged') for (const id of entry.ids) acknowledged.add(id);
    if (entry.kind !== 'told') continue;
    told.add(entry.id);
    if (acknowledged.has(entry.id)) again.push(`${entry.id} was told again`);
    if (entry.type !== 'async_delegation')
      again.push(`the parent was told of ${entry.type}: ${JSON.stringify(entry.event).slice(0, 500)}`);
  }
  const tellingOf = (unit: WireDelegation) =>
    notifications.find(({ event }) => aboutUnit(event) === unit.delegation_id);
  const isWrong = (unit: WireDelegation) => {
    const { id = '', session_key } = tellingOf(unit) ?? {};
    return told.has(id) !== (session_key === SESSION);
  };
  return [
    ...again,
    ...units.filter(isWrong).map((unit) => `${nameOf(unit)}: the parent was told what it should not, or not`),
    ...units.flatMap((unit) => {
      const times = rings.filter((ring) => ring.includes(unit.delegation_id)).length;
      const expected = unit.session_key === CONVERSATION ? 1 : 0;
      return times === expected ? [] : [`${nameOf(unit)} rang ${times} times in the conversation`];
    }),
  ];
}

/** No delegate has a completion; nothing of one runs on, but for what a good one has left to who sent it. */
function checkProcesses({ units, processes, notifications, living }: Remains): string[] {
  const tasks = units.flatMap((unit) => unit.tasks);
  const left = new Set(tasks.flatMap((task) => task.left_running ?? []));
  const delegates = processes.filter((one) => one.delegation !== undefined);
  const isDelegate = new Set(delegates.map(({ session_id }) => session_id));
  return [
    ...twice(delegates.map((one) => one.delegation ?? '')).map((one) => `${one} was started twice`),
    ...notifications
      .filter(({ event }) => 'session_id' in event && isDelegate.has(event.session_id))
      .map(({ type, id }) => `${id} (${type}) is about a delegate`),
    ...processes
      .filter(({ session_id, status }) => status === 'running' && !left.has(session_id))
      .map((one) => `${one.session_id} of ${one.session_key} runs on: ${one.command}`),
    ...delegates.flatMap(({ session_id, delegation, status }) =>
      living(session_id).map((one) => `of ${session_id} (${delegation}, ${status}) this lives: ${one}`),
    ),
    ...notifications
      .filter(({ state }) => state === 'pending' || state === 'sent')
      .map(({ id, type, state }) => `${type} ${id} is ${state}`),
  ];
}

export function twice(words: readonly string[]): string[] {
  return words.filter((word, place) => words.indexOf(word) < place);
}
