import * as z from 'zod/mini';
import type {
  WireEnd,
  WireKill,
  WireKillAll,
  WireList,
  WireListed,
  WireLog,
  WirePoll,
  WireProcess,
  WireResizes,
  WireStarted,
  WireWait,
  WireWishes,
  WireWritten,
} from '../../../wire/types.ts';
import type { Shape } from '../shape.ts';
import { count, cursor, flag, list, maybe, number, processId, text, time } from './kinds.ts';

type WaitOf<Status> = Extract<WireWait, { status: Status }>;

const status = z.enum(['queued', 'running', 'exited', 'lost']);

const end = {
  completion_reason: maybe(z.enum(['exited', 'killed', 'lost'])),
  termination_source: maybe(z.enum(['', 'process.kill', 'kill_all', 'max_runtime', 'backend_lost'])),
  ended_at: maybe(time),
  note: maybe(text),
} satisfies Shape<WireEnd>;

const exit = { exit_code: z.nullable(z.int()), signal: z.nullable(text) };

const processShape = {
  ...end,
  ...exit,
  session_id: processId,
  command: text,
  cwd: text,
  pid: z.nullable(count),
  started_at: time,
  uptime_seconds: number,
  status,
  session_key: text,
  task: text,
  environment: text,
  pty: flag,
  stdin: flag,
  notify_on_complete: maybe(flag),
  watch_patterns: maybe(list(text)),
  watch_hit: maybe(flag),
  detached: maybe(flag),
  note: maybe(text),
  pty_note: maybe(text),
} satisfies Shape<WireProcess>;

const wishesShape = {
  ...processShape,
  watch_patterns_ignored: maybe(text),
} satisfies Shape<WireWishes>;

const listedShape = { ...processShape, output_preview: text } satisfies Shape<WireListed>;

export const process = z.strictObject(processShape);
export const wishes = z.strictObject(wishesShape);
export const started = z.strictObject({
  ...wishesShape,
  output: text,
  error: z.null(),
} satisfies Shape<WireStarted>);
export const listed = z.strictObject(listedShape);
export const processes = z.strictObject({ processes: list(listed) } satisfies Shape<WireList>);

export const poll = z.strictObject({
  ...processShape,
  idle_seconds: number,
  output_preview: text,
  cursor,
  waiting_input: flag,
  descendants: count,
  peak_memory_kb: maybe(count),
  cpu_seconds: maybe(number),
  killed_for_memory: maybe(flag),
} satisfies Shape<WirePoll>);

export const gap = z.strictObject({ from: count, to: count });

export const log = z.strictObject({
  session_id: processId,
  command: text,
  status,
  output: text,
  total_lines: count,
  showing: z.strictObject({ first: count, last: count }),
  cursor,
  gaps: maybe(list(gap)),
} satisfies Shape<WireLog>);

const waitedFor = { session_id: processId, command: text, output: text };

export const waitEnded = z.strictObject({
  ...waitedFor,
  ...end,
  ...exit,
  status: z.enum(['exited', 'lost']),
} satisfies Shape<WaitOf<'exited' | 'lost'>>);

export const waitMatched = z.strictObject({
  ...waitedFor,
  status: z.literal('matched'),
  process_running: flag,
  until: text,
  line: text,
  offset: count,
  cursor,
} satisfies Shape<WaitOf<'matched'>>);

export const waitTimedOut = z.strictObject({
  ...waitedFor,
  status: z.literal('timeout'),
  process_running: z.literal(true),
  timeout_note: text,
} satisfies Shape<WaitOf<'timeout'>>);

export const wait = z.union([waitEnded, waitMatched, waitTimedOut]);

export const kill = z.strictObject({
  ...end,
  ...exit,
  status: z.enum(['killed', 'already_exited']),
  session_id: processId,
  command: text,
  output: text,
  killed: count,
  survivors: list(count),
} satisfies Shape<WireKill>);

export const killAll = z.strictObject({
  status: z.literal('ok'),
  killed: count,
  processes: list(kill),
} satisfies Shape<WireKillAll>);

export const written = z.strictObject({
  status: z.literal('ok'),
  bytes_written: count,
} satisfies Shape<WireWritten>);

export const resizes = z.strictObject({
  end: count,
  from: count,
  size: z.strictObject({ cols: count, rows: count }),
  changes: list(z.strictObject({ offset: count, cols: count, rows: count })),
} satisfies Shape<WireResizes>);

/** What the streams of output carry. */
export const outputPiece = z.strictObject({ offset: count, data: text });
