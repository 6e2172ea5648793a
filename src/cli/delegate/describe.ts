import { formatAge } from '../../base/age.ts';
import { cleanText } from '../../output/clean-text.ts';
import type { WireDelegation, WireDelegationTask } from '../../wire/delegation.ts';
import { shortId } from '../chat/short-id.ts';
import { type Colour, colour } from '../format/colour.ts';
import { formatDollars } from '../format/dollars.ts';
import { formatTable, shorten } from '../format/table.ts';

export type Page = { readonly width: number; readonly now: number; readonly usesColour: boolean };

/** Narrower than this, a whole id leaves no room for the goal. */
const WHOLE_IDS = 60;
const INDENT = '    ';

/** One line for each, the goal last. */
export function formatDelegations(all: readonly WireDelegation[], page: Page): string {
  const isNarrow = page.width < WHOLE_IDS;
  const rows = all.map((one) => [
    isNarrow ? shortId(one.delegation_id) : one.delegation_id,
    paint(stateOf(one), toneOf(one.status, one.state), page),
    formatAge(durationOf(one.dispatched_at, one.completed_at, page.now)),
    ...(isNarrow ? [] : [countDone(one.tasks)]),
    goalOf(one),
  ]);
  const head = ['ID', 'STATE', 'TOOK', ...(isNarrow ? [] : ['DONE']), 'GOAL'];
  return formatTable([head, ...rows], page.width);
}

/** A fan-out was given goals for its tasks, and mostly none of its own. */
function goalOf({ goal, is_batch, tasks }: WireDelegation): string {
  return is_batch ? `${goal}: ${tasks.map((task) => task.goal).join('; ')}` : goal;
}

/** Everything about one, with the whole results. */
export function describeDelegation(one: WireDelegation, page: Page): string {
  const took = formatAge(durationOf(one.dispatched_at, one.completed_at, page.now));
  const cost = sumOf(one.tasks.map((task) => task.cost));
  const facts = [stateOf(one), `${countDone(one.tasks)} done`, took, ...(cost ? [formatDollars(cost)] : [])];
  const told = one.notification && `told: ${one.notification.state}`;
  return [
    `${one.delegation_id} ${facts.join(', ')}`,
    ...labelled('goal', one.goal),
    ...labelled('context', one.context),
    ...labelled('session', [one.session_key, told].filter(Boolean).join(', ')),
    ...labelled('parent', one.parent),
    ...labelled('note', one.note),
    ...one.tasks.flatMap((task) => ['', ...describeTask(task, one.is_batch, page)]),
  ].join('\n');
}

/** `✓ 1 completed, 2m3s, $0.04, claude-code, proc_…`, its goal where there are several, and what came out. */
export function describeTask(task: WireDelegationTask, isOfSeveral: boolean, page: Page): string[] {
  return [
    headOf(task, page),
    ...(isOfSeveral ? indented(shorten(task.goal, Math.max(20, page.width - INDENT.length))) : []),
    ...(task.error ? indented(paint(cleanText(task.error), 'red', page)) : []),
    ...(task.result ? indented(cleanText(task.result).trim()) : []),
    ...(task.left_running?.length ? indented(`left running: ${task.left_running.join(' ')}`) : []),
    ...(task.state === 'ended' ? [] : followLines(task, page)),
  ];
}

export function headOf(task: WireDelegationTask, page: Page): string {
  const facts = [
    task.status ?? task.state,
    ...(task.started_at === null ? [] : [formatAge(durationOf(task.started_at, task.ended_at, page.now))]),
    ...(task.cost ? [formatDollars(task.cost)] : []),
    ...(task.api_calls === undefined
      ? []
      : [`${task.api_calls} ${task.api_calls === 1 ? 'request' : 'requests'}`]),
    ...(task.model === undefined ? [task.to] : [`${task.to} (${task.model})`]),
    ...(task.environment === 'local' ? [] : [`on ${task.environment}`]),
    task.session_id,
  ];
  const mark = paint(markOf(task), toneOf(task.status, task.state), page);
  return `${mark} ${task.task_index + 1} ${cleanText(facts.join(', '))}`;
}

export function isGood(status: WireDelegationTask['status']): boolean {
  return status === 'completed' || status === 'success';
}

function followLines({ progress, session_id }: WireDelegationTask, page: Page): string[] {
  return [
    ...(progress ? indented(shorten(progress, Math.max(20, page.width - INDENT.length))) : []),
    ...indented(paint(`ringback log -f ${session_id}`, 'grey', page)),
  ];
}

function markOf({ state, status }: WireDelegationTask): string {
  if (state !== 'ended') return '•';
  return isGood(status) ? '✓' : '✗';
}

function stateOf({ state, status, tasks }: WireDelegation): string {
  if (state === 'ended') return status ?? state;
  return tasks.some((task) => task.state === 'interrupting') ? 'stopping' : state;
}

function toneOf(status: WireDelegationTask['status'], state: string): Colour | undefined {
  if (state !== 'ended') return 'yellow';
  return isGood(status) ? 'green' : 'red';
}

/** `2 of 3`. */
function countDone(tasks: readonly WireDelegationTask[]): string {
  return `${tasks.filter(({ state }) => state === 'ended').length} of ${tasks.length}`;
}

function durationOf(from: string, to: string | null, now: number): number {
  return (to === null ? now : Date.parse(to)) - Date.parse(from);
}

function labelled(name: string, text: string | undefined): string[] {
  if (!text) return [];
  const [first = '', ...rest] = cleanText(text).trim().split('\n');
  return [`${name.padEnd(9)}${first}`, ...rest.map((line) => `${' '.repeat(9)}${line}`)];
}

function indented(text: string): string[] {
  return text.split('\n').map((line) => `${INDENT}${line}`.trimEnd());
}

function paint(text: string, name: Colour | undefined, { usesColour }: Page): string {
  return name ? colour(text, name, usesColour) : text;
}

function sumOf(values: readonly (number | undefined)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}
