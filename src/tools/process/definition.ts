import * as z from 'zod/mini';
import { described, optional } from '../../base/schema.ts';
import { type ToolDefinition, toInputSchema } from '../definition.ts';
import { count, filledText, flag, patterns, text } from '../parameters.ts';
import { setting } from '../settings.ts';

export const actions = ['list', 'poll', 'log', 'wait', 'kill', 'write', 'submit', 'close', 'notify'] as const;

/** The action is checked separately: the error for a wrong one lists all actions. */
export const processArguments = z.strictObject({
  action: described(
    z.enum(actions),
    'list: your processes. poll: the state and new output of one. log: its output by lines. wait: until it ends, or prints a match of `until`. kill: end it and everything that it started. write / submit / close: its input (text as it is / text and Enter / end of input). notify: change what you are notified of.',
  ),
  session_id: z.exactOptional(
    z
      .union([z.string(), z.number()])
      .check(
        z.describe(
          'The id of the process (proc_…), or its first digits (at least 4). Required for every action except list.',
        ),
        z.meta({ type: 'string' }),
      ),
  ),
  data: z.exactOptional(text('write, submit: the text.')),
  timeout: count(
    1,
    'wait: how many seconds. The default is also the most that one call waits.',
    setting('waitLimitSeconds'),
  ),
  until: z.exactOptional(
    filledText('wait: a pattern (text, or /…/ for a regular expression); also returns when a line matches.'),
  ),
  ready: flag('wait: also returns when it is ready, and where (if started with ready).'),
  offset: count(0, 'log: the first line, counted from 0. Default: the last lines.'),
  limit: count(1, 'log: how many lines.', setting('logLines')),
  grep: z.exactOptional(
    filledText('log: only lines that match this pattern (text, or /…/i), from the first on.'),
  ),
  context: count(0, 'grep: also so many lines around each.'),
  cursor: optional(
    z.string(),
    'poll, log, wait with until: only what is new since the result that had this cursor.',
  ),
  notify_on_complete: flag(
    'notify: one notification when it ends. Not together with watch_patterns: if both are given, only this one is used.',
  ),
  watch_patterns: patterns(
    'notify: a notification when a line contains one of these; [] for none. Not together with notify_on_complete: if both are given, only that one is used.',
  ),
});

export type ProcessArguments = z.output<typeof processArguments>;
export type Action = ProcessArguments['action'];

export const processDefinition: ToolDefinition = {
  name: 'process',
  title: 'Manage background commands',
  description: `Manages the background commands that \`terminal\` started in this session: what runs, what it printed, how it ended, its input, and its notifications.

Do not poll or wait for a command whose notification will come: end your turn instead. A wait that times out is not an error: the command is still running.`,
  inputSchema: toInputSchema(processArguments),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
};
