import { formatAge } from '../../../base/age.ts';
import { isObject } from '../../../base/is-object.ts';
import { NOBODY_ANSWERED } from '../../../base/nobody-answered.ts';
import type { WireToolCall } from '../../../wire/conversation-item.ts';
import { describeFully, describeInput } from '../describe-input.ts';
import { shortId } from '../short-id.ts';
import { cleanLines, oneLine, spread, wrapIndented } from './fit.ts';
import type { Style } from './style.ts';

/** What is known of a process that a call has started. */
export type ProcessState =
  | { readonly status: 'running'; readonly since: number }
  | { readonly status: 'ended'; readonly exitCode: number | null };

export type CallView = {
  readonly call: WireToolCall;
  /** Since when it runs, as far as we saw it. */
  readonly since: number;
  readonly now: number;
  readonly isUnfolded: boolean;
  process(id: string): ProcessState | undefined;
};

/** Of an unfolded result: its end is what one wants to see. */
const MOST_LINES = 20;
const INDENT = '    ';
const MOST_IDS = 3;
/** Tools whose calls are processes, by the same id. */
const starting = new Set(['terminal', 'execute_code']);

/** `⏵ terminal  make test   3f9a  running 42s`; unfolded, what it was given and what came of it below. */
export function drawCall(view: CallView, width: number, style: Style): string[] {
  const { call, isUnfolded } = view;
  const { state, ids } = describeState(view, style);
  const right = [style.dim(shortIds(ids)), state].filter(Boolean).join('  ');
  const about = oneLine(describeInput(call.input));
  const line = spread(`⏵ ${style.bold(oneLine(call.tool))}  ${about}`, right, width);
  return isUnfolded ? [line, ...drawDetails(call, about, width, style)] : [line];
}

/**
 * The processes that an answered call may have left running: in the background, or because the turn was stopped. Those of
 * `delegate` are its delegates.
 */
export function startedProcesses({
  call_id,
  tool,
  state,
  output,
  is_error,
}: WireToolCall): readonly string[] {
  if (state !== 'answered') return [];
  if (tool === 'delegate') return delegatesIn(readResult(output)?.tasks);
  const isLeft = starting.has(tool) && (is_error || readResult(output)?.session_id === call_id);
  return isLeft ? [call_id] : [];
}

function delegatesIn(tasks: unknown): string[] {
  if (!Array.isArray(tasks)) return [];
  return tasks.flatMap((task: unknown) =>
    isObject(task) && typeof task.session_id === 'string' ? [task.session_id] : [],
  );
}

type CallState = { readonly state: string; readonly ids: readonly string[] };

function describeState({ call, since, now, process }: CallView, style: Style): CallState {
  const state = (text: string, ids: readonly string[] = []) => ({ state: text, ids });
  switch (call.state) {
    case 'wanted':
      return state('');
    case 'waiting':
      return state(style.attention('needs you'));
    case 'denied':
      return state(style.bad(call.output?.includes(NOBODY_ANSWERED) ? 'no answer' : 'denied'));
    case 'begun':
      return state(`running ${formatAge(now - since)}`, starting.has(call.tool) ? [call.call_id] : []);
  }
  const ids = startedProcesses(call);
  const known = ids.flatMap((id) => process(id) ?? []);
  const running = known.flatMap((one) => (one.status === 'running' ? one.since : []));
  if (running.length > 0) {
    const count = ids.length > 1 ? `${running.length} of ${ids.length} ` : '';
    return state(`${count}running ${formatAge(now - Math.min(...running))}`, ids);
  }
  const [first] = known;
  if (first?.status === 'ended')
    return state(call.tool === 'delegate' ? 'back' : exitState(first.exitCode, style), ids);
  if (call.is_error) return state(style.bad('failed'));
  if (ids.length > 0) return state('started', ids);
  const code = readResult(call.output)?.exit_code;
  return state(typeof code === 'number' ? exitState(code, style) : '');
}

/** `3f9a 81d2 0c11 +2`. */
function shortIds(ids: readonly string[]): string {
  const more = ids.length > MOST_IDS ? [`+${ids.length - MOST_IDS}`] : [];
  return [...ids.slice(0, MOST_IDS).map(shortId), ...more].join(' ');
}

export function exitState(code: number | null, style: Style): string {
  if (code === 0) return style.good('exit 0');
  return style.bad(code === null ? 'lost' : `exit ${code}`);
}

function drawDetails(call: WireToolCall, about: string, width: number, style: Style): string[] {
  const given = describeFully(call.input).flatMap(cleanLines);
  const asked = given.join('\n') === about ? [] : given;
  const { output } = call;
  const text = output === undefined ? '' : (readResult(output)?.output ?? output);
  const lines = typeof text === 'string' && text.trim() !== '' ? cleanLines(text) : [];
  const hidden = lines.length - MOST_LINES;
  const shown = hidden > 0 ? [`… ${hidden} lines before`, ...lines.slice(hidden)] : lines;
  return [...asked, ...shown].flatMap((line) => wrapIndented(line, width, INDENT).map(style.dim));
}

function readResult(output: string | undefined): Record<string, unknown> | undefined {
  if (!output?.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(output);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
