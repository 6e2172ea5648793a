/** Starting a process, and changing what it reports. */
import * as z from 'zod/mini';
import * as fields from './fields.ts';
import { anyText, filledText, flag, list, processId, processName, variables, wholeNumber } from './kinds.ts';
import { field, maybe, message, object } from './message.ts';
import { processFields } from './process.ts';
import { eachOption } from './start-options.ts';
import { terminalCells } from './terminal.ts';

export const startRequest = object(() => ({
  id: maybe(
    processId,
    '`proc_` and 12 hexadecimal digits of your choice: asked again with the same, nothing is started twice.',
  ),
  command: field(filledText, 'What the shell runs.'),
  environment: maybe(filledText, 'Where it runs: a name of `GET /v1/environments`; `local` is this machine.'),
  workdir: maybe(
    filledText,
    'The folder to start it in, an absolute path. In another environment than `local` a folder there, and not needed.',
  ),
  sync: maybe(
    filledText,
    'A folder of this machine, an absolute path, that is sent to the other environment first.',
  ),
  env: field(
    variables,
    'Its environment, all of it; in another environment than `local` what is added to the one there.',
  ),
  shell: maybe(
    filledText,
    'The shell that runs the command; default: that of SHELL in `env`, else bash, else sh.',
  ),
  pty: maybe(flag, 'Whether it gets a terminal.'),
  cols: maybe(terminalCells, 'Columns of the terminal.'),
  rows: maybe(terminalCells, 'Rows of the terminal.'),
  stdin: maybe(flag, 'Whether its input stays open for writing.'),
  ...eachOption({
    seconds: ({ http, most = 10 ** 9 }) => maybe(wholeNumber(1, most), http),
    name: ({ http }) => maybe(processName, http),
    ends: () => fields.notifyOn,
    probe: ({ http }) => maybe(filledText, http),
  }),
  after: maybe(
    list(filledText),
    'Ids or names of processes that have to end with exit code 0, or be ready, before it begins. If one of them does not, it ends without having run.',
  ),
  session_key: fields.maybeSessionKey,
  task: fields.maybeTask,
  notify_on_complete: fields.notifyOnComplete,
  watch_patterns: fields.newWatchPatterns,
  log_limit: maybe(wholeNumber(1), 'Bytes of output to keep.'),
  umask: maybe(wholeNumber(0, 0o777), 'Its file mode mask.'),
  raw: fields.raw,
}));
export type WireStart = z.output<typeof startRequest>;

const wishesFields = () => ({
  ...processFields(),
  watch_patterns_ignored: maybe(anyText, 'Why the patterns were dropped: both flags were given.'),
});

export const wireStarted = message('Started', () => ({
  ...wishesFields(),
  output: fields.output,
  error: field(z.null(), 'Always null: what fails is answered as an error.'),
}));
export type WireStarted = z.output<typeof wireStarted>;

export const notifyRequest = object(() => ({
  notify_on_complete: fields.notifyOnComplete,
  watch_patterns: fields.newWatchPatterns,
}));
export type NotifyRequest = z.output<typeof notifyRequest>;

/** What a call to change what a process reports comes to. */
export const wireWishes = message('Wishes', wishesFields);
export type WireWishes = z.output<typeof wireWishes>;
