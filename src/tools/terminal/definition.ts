import * as z from 'zod/mini';
import { optional } from '../../base/schema.ts';
import { processName } from '../../wire/kinds.ts';
import { ENDS, eachOption } from '../../wire/start-options.ts';
import { type ToolDefinition, toInputSchema } from '../definition.ts';
import { count, filledText, flag, patterns, processes } from '../parameters.ts';
import { setting } from '../settings.ts';

export const terminalArguments = z.strictObject({
  command: filledText("Run by the user's shell. `cd` and `export` stay in effect for your later commands."),
  background: flag(
    'Return at once with a session_id while the command keeps running: for servers, and everything that may take longer than a minute.',
    false,
  ),
  timeout: count(
    1,
    `Foreground only: how many seconds to wait (at most ${setting('foregroundLimitSeconds')}). A command that takes longer continues in the background, and you are notified when it ends.`,
    setting('foregroundSeconds'),
  ),
  workdir: z.exactOptional(
    filledText('Folder to run in; it must exist. Default: the folder in which your last command ended.'),
  ),
  pty: flag(
    `A real terminal (${setting('terminalCols')}×${setting('terminalRows')}), for interactive programs.`,
    false,
  ),
  stdin: flag(
    'Keep stdin open for process(action="write"|"submit"|"close"). Without it or pty, stdin is empty.',
    false,
  ),
  notify_on_complete: flag(
    'Background only: exactly one notification when it ends. For everything that has an end: builds, tests, training, deploys. Not together with watch_patterns, over which it wins.',
    false,
  ),
  watch_patterns: patterns(
    `Background only: a notification when a line contains one of these, or matches /…/ or /…/i. Only for rare one-shot signals of things that do not end, such as "deployed". A bad end, or one before the first match, is reported too. At most one notification in ${setting('spacingMs')}; ${setting('strikes')} such intervals in a row with more matches end the watching, and notify_on_complete is turned on instead. Not together with notify_on_complete.`,
  ),
  ...eachOption({
    seconds: ({ terminal }) => count(1, terminal),
    name: ({ terminal }) => optional(processName, terminal),
    ends: ({ terminal }) => optional(z.enum(ENDS), terminal),
    probe: ({ terminal }) => z.exactOptional(filledText(terminal)),
  }),
  after: processes(
    'It begins when these background commands (ids or names) have ended with exit code 0, or are ready. If one fails it never runs, and that is reported as its end.',
  ),
  environment: z.exactOptional(
    filledText(
      'Where to run it: a configured host, container or cluster, by its name. Default: this machine ("local"). Elsewhere your variables are not set, and cd and export do not stay in effect: use workdir (a folder there), or put them into the command.',
    ),
  ),
});

export type TerminalArguments = z.output<typeof terminalArguments>;

export const terminalDefinition: ToolDefinition = {
  name: 'terminal',
  title: 'Run a command',
  description: `Runs a shell command that survives crashes of the agent and of this tool.

Short commands: just \`command\`. You get {output, exit_code, error}. Output above ${setting('outputCharacters')} characters is cut in the middle; a note says how to read the rest.

Long commands: background: true with notify_on_complete: true. You get a session_id at once, and a notification with exit code and output when the command ends. Look at \`delivery\`: "wake": you will be woken, so end your turn, do not poll, do not wait. "next_call": the end is reported with the result of your next tool call. "none": nothing will reach you; use process(action="wait").

Servers and other commands that do not end: background: true with ready, such as ":3000" or the text that shows that they are up.

Manage background commands with the tool \`process\`. If a call is answered with a task, the id of the task (proc_…) is the session_id.`,
  inputSchema: toInputSchema(terminalArguments),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};
