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
  readonly process: ProcessState | undefined;
  readonly isUnfolded: boolean;
};

/** Of an unfolded result: its end is what one wants to see. */
const MOST_LINES = 20;
const INDENT = '    ';
/** Tools whose calls are processes, by the same id. */
const starting = new Set(['terminal', 'execute_code']);

/** `⏵ terminal  make test   3f9a  running 42s`; unfolded, what it was given and what came of it below. */
export function drawCall(view: CallView, width: number, style: Style): string[] {
  const { call, isUnfolded } = view;
  const { state, isProcess } = describeState(view, style);
  const id = isProcess ? style.dim(shortId(call.call_id)) : '';
  const right = [id, state].filter(Boolean).join('  ');
  const about = oneLine(describeInput(call.input));
  const line = spread(`⏵ ${style.bold(oneLine(call.tool))}  ${about}`, right, width);
  return isUnfolded ? [line, ...drawDetails(call, about, width, style)] : [line];
}

/** The process that an answered call may have left running: in the background, or because the turn was stopped. */
export function startedProcess({ call_id, tool, state, output, is_error }: WireToolCall): string | undefined {
  if (!starting.has(tool) || state !== 'answered') return undefined;
  return is_error || readResult(output)?.session_id === call_id ? call_id : undefined;
}

function describeState(view: CallView, style: Style): { state: string; isProcess: boolean } {
  const { call, since, now, process } = view;
  const isProcess = starting.has(call.tool);
  const running = (from: number) => ({ state: `running ${formatAge(now - from)}`, isProcess });
  switch (call.state) {
    case 'wanted':
      return { state: '', isProcess: false };
    case 'waiting':
      return { state: style.attention('needs you'), isProcess: false };
    case 'denied':
      return {
        state: style.bad(call.output?.includes(NOBODY_ANSWERED) ? 'no answer' : 'denied'),
        isProcess: false,
      };
    case 'begun':
      return running(since);
  }
  const result = readResult(call.output);
  const isLeft = startedProcess(call) !== undefined;
  if (isLeft && process?.status === 'running') return running(process.since);
  if (isLeft && process?.status === 'ended') return { state: exitState(process.exitCode, style), isProcess };
  if (call.is_error) return { state: style.bad('failed'), isProcess: false };
  if (isLeft) return { state: 'started', isProcess };
  if (typeof result?.exit_code === 'number')
    return { state: exitState(result.exit_code, style), isProcess: false };
  return { state: '', isProcess: false };
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
