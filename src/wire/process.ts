/** A process, in every answer about one. */
import * as z from 'zod/mini';
import * as fields from './fields.ts';
import { wireGap } from './gap.ts';
import { anyText, count, flag, flagText, list, number, time } from './kinds.ts';
import { field, maybe, message, nullable, object } from './message.ts';

export const status = field(z.enum(['queued', 'running', 'exited', 'lost']), 'How it stands.');
export type WireStatus = z.output<typeof status>;

export const completionReason = z.enum(['exited', 'killed', 'lost', 'skipped']);
export type CompletionReason = z.output<typeof completionReason>;

export const terminationSource = z.enum(['', 'process.kill', 'kill_all', 'max_runtime', 'backend_lost']);
export type TerminationSource = z.output<typeof terminationSource>;

/** How it ended; in every answer about a process that has. */
export const endFields = () => ({
  completion_reason: maybe(completionReason, 'Why it ended.'),
  termination_source: maybe(terminationSource, 'Who ended it; empty when it ended by itself.'),
  ended_at: maybe(time, 'When it ended.'),
  note: maybe(anyText, 'Something one should know about it.'),
});
export const wireEnd = object(endFields);
export type WireEnd = z.output<typeof wireEnd>;

export const exitFields = () => ({
  exit_code: nullable(
    z.int(),
    'As a shell shows it: 128 and more for a signal. Null while it runs and when it cannot be known.',
  ),
  signal: nullable(anyText, 'The signal that ended it.'),
});

const resourceFields = () => ({
  peak_memory_kb: maybe(count, 'The most memory that an ended process used at once.'),
  cpu_seconds: maybe(
    number,
    'The processor time that it and everything it started used until now, or until its end.',
  ),
  memory_bytes: maybe(count, 'The memory that it and everything it started use now.'),
  process_count: maybe(count, 'How many processes it and everything it started are now.'),
  gpu_memory_bytes: maybe(
    count,
    'The memory of graphics processors that they use now: of NVIDIA, on this machine, outside of containers.',
  ),
  gpu_percent: maybe(
    number,
    'How much of one graphics processor they use now, in percent; more than 100 of several.',
  ),
  killed_for_memory: maybe(flag, 'The system killed it for want of memory.'),
});
export const wireResources = object(resourceFields);
export type WireResources = z.output<typeof wireResources>;

export const processFields = () => ({
  session_id: fields.id,
  command: fields.command,
  cwd: field(anyText, 'The folder it was started in.'),
  pid: nullable(count, 'Its process id.'),
  started_at: field(time, 'When it was started.'),
  uptime_seconds: field(number, 'For how long it runs or ran.'),
  status,
  ...exitFields(),
  session_key: fields.sessionKey,
  task: fields.task,
  name: maybe(anyText, 'What it is called, where it was given a name.'),
  system: maybe(anyText, 'Which program of Ringback itself it is; absent for all others.'),
  delegation: maybe(anyText, 'The task of a delegation that it carries out, as `dlg_…/0`.'),
  environment: field(anyText, 'Where it runs: a name of `GET /v1/environments`; `local` is this machine.'),
  pty: field(flag, 'Whether it has a terminal.'),
  stdin: field(flag, 'Whether its input stays open for writing.'),
  notify_on_complete: fields.notifyOnComplete,
  notify_on: fields.notifyOn,
  watch_patterns: fields.watchPatterns,
  watch_hit: maybe(flag, 'A watch of it has matched.'),
  ready: maybe(anyText, 'What shows that it is ready: a pattern, `:PORT`, a URL or `!command`.'),
  ready_at: maybe(time, 'When that was seen.'),
  ports: maybe(
    list(anyText),
    'The TCP ports on which it or something that it started listens now, each as `address:port`.',
  ),
  after: maybe(list(fields.id), 'Processes that had to end well, or to be ready, before it began.'),
  waiting_for: maybe(list(fields.id), 'While it is queued: those of `after` that it still waits for.'),
  detached: maybe(
    flag,
    'It runs, but its keeper is gone: it can be looked at and killed, and takes no input.',
  ),
  pty_note: maybe(anyText, 'Why it has no terminal although one was asked for.'),
  ...endFields(),
  ...resourceFields(),
});
export const wireProcess = message('Process', processFields);
export type WireProcess = z.output<typeof wireProcess>;

export const getQuery = object(() => ({ raw: fields.rawText }));
export type GetQuery = z.output<typeof getQuery>;

export const wireListed = message('ListedProcess', () => ({
  ...processFields(),
  output_preview: field(anyText, 'What it printed last.'),
}));
export type WireListed = z.output<typeof wireListed>;

export const wireList = message('ProcessList', () => ({
  processes: field(list(wireListed), 'Those that are meant, newest first.'),
}));
export type WireList = z.output<typeof wireList>;

export const listQuery = object(() => ({
  session_key: fields.maybeSessionKey,
  task: fields.maybeTask,
  ended: maybe(flagText, 'Whether ended processes are listed too. Default: true.'),
  system: maybe(flagText, 'Whether programs of Ringback itself are listed too. Default: false.'),
  raw: fields.rawText,
}));
export type ListQuery = z.output<typeof listQuery>;

export const wireLogSize = message('LogSize', () => ({
  printed_bytes: field(count, 'How much was ever printed.'),
  kept_bytes: field(count, 'How much of that is kept.'),
  lines: field(count, 'How many lines were ever printed.'),
  gaps: field(list(wireGap), 'Ranges of bytes that are no longer kept.'),
}));
export type WireLogSize = z.output<typeof wireLogSize>;

export const wirePoll = message('Poll', () => ({
  ...processFields(),
  idle_seconds: field(number, 'How long it has printed nothing.'),
  output_preview: field(anyText, 'What it printed last, or since `cursor`.'),
  cursor: fields.cursor,
  log: field(wireLogSize, 'How much output there is.'),
  waiting_input: field(flag, 'Whether it seems to wait for input.'),
  descendants: field(count, 'How many processes below it are alive.'),
}));
export type WirePoll = z.output<typeof wirePoll>;

export const pollQuery = object(() => ({
  cursor: fields.maybeCursor,
  session_key: fields.maybeSessionKey,
  raw: fields.rawText,
}));
export type PollQuery = z.output<typeof pollQuery>;
