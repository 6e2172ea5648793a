import * as z from 'zod/mini';
import { processName } from '../../wire/kinds.ts';
import { type ToolDefinition, toInputSchema } from '../definition.ts';
import { count, filledText, flag, patterns } from '../parameters.ts';
import { setting } from '../settings.ts';

export const terminalArguments = z.strictObject({
  command: filledText("Run by the user's shell. `cd` and `export` last for your later commands."),
  background: flag(
    'Return at once with a session_id and let the command go on. For everything that may take longer than a minute, and for servers.',
    false,
  ),
  timeout: count(
    1,
    `Foreground only: how many seconds to wait (at most ${setting('foregroundLimitSeconds')}). A command that takes longer is not killed: it goes on in the background and you are told when it ends.`,
    setting('foregroundSeconds'),
  ),
  workdir: z.exactOptional(
    filledText('Folder to run in. Must exist. Without it: where your last command left off.'),
  ),
  pty: flag(
    `A real terminal (${setting('terminalCols')}×${setting('terminalRows')}), for interactive programs.`,
    false,
  ),
  stdin: flag(
    'Keep a pipe open for process(action="write"|"submit"|"close"). Without it, and without pty, stdin is empty.',
    false,
  ),
  notify_on_complete: flag(
    'Background only: exactly one notification when it ends. The right choice for everything that has an end: builds, tests, training, deploys. Not together with watch_patterns, which it wins over.',
    false,
  ),
  watch_patterns: patterns(
    `Background only: a notification when a line contains one of these. Only for rare one-shot signals of things that do not end, such as "Listening on" of a server. An end before the first match, or a bad one, is reported too. A pattern /…/ or /…/i is a regular expression. At most one notification in ${setting('spacingMs')}; ${setting('strikes')} such windows in a row with more matches end the watching for good, and notify_on_complete is turned on instead. Not together with notify_on_complete, which wins.`,
  ),
  name: z.exactOptional(
    processName.check(
      z.describe('A name for it, such as "dev-server": it may be given in place of the session_id later.'),
    ),
  ),
  max_runtime: count(1, 'Seconds after which the command and all that it started is ended.'),
  environment: z.exactOptional(
    filledText(
      'Where to run it: a configured environment (a host, container or cluster) by its name. Default: this machine ("local"). In another one every command starts in its own folder, with its own variables: use workdir (a folder there), or cd and export in the command itself.',
    ),
  ),
});

export type TerminalArguments = z.output<typeof terminalArguments>;

export const terminalDefinition: ToolDefinition = {
  name: 'terminal',
  title: 'Run a command',
  description: `Runs a shell command, and keeps hold of it whatever crashes.

Short commands: just \`command\`. You get {output, exit_code, error}. Output above ${setting('outputCharacters')} characters is cut in the middle and says how to read the rest.

Long ones: background: true with notify_on_complete: true. You get a session_id at once; when the command ends you are told, with its exit code and output. Then look at \`delivery\`: "wake" means that you will be woken: end your turn, do not poll, do not wait. "next_call" means that it will be reported with the result of your next tool call. "none" means that nothing will reach you: use process(action="wait").

Things that do not end (servers, watchers): background: true with watch_patterns for the one line that tells that it is up.

A background command is managed with the tool \`process\`. Where a call is answered with a task, its id (proc_…) is the session_id.`,
  inputSchema: toInputSchema(terminalArguments),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};
