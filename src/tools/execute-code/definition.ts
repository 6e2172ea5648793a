import * as z from 'zod/mini';
import { described } from '../../base/schema.ts';
import { type ToolDefinition, toInputSchema } from '../definition.ts';
import { count, filledText } from '../parameters.ts';
import { setting } from '../settings.ts';
import type { CodeLanguage } from './types.ts';

const languages = ['javascript', 'typescript', 'python'] as const satisfies readonly CodeLanguage[];

export const codeArguments = z.strictObject({
  language: described(
    z.enum(languages),
    'javascript and typescript run in Node.js as ES modules; python in python3, if installed.',
  ),
  code: filledText('The whole script. What it prints is the result.'),
  timeout: count(
    1,
    `Seconds until the script is stopped, its tool calls included; at most ${setting('codeTimeoutLimitSeconds')}.`,
    setting('codeTimeoutSeconds'),
  ),
});

export type CodeArguments = z.output<typeof codeArguments>;

export const executeCodeDefinition: ToolDefinition & { readonly name: 'execute_code' } = {
  name: 'execute_code',
  title: 'Run a script that calls tools',
  description: `Runs a script that can call tools itself. Use it to combine several commands, loops or filters: only what the script prints is returned, not every intermediate result.

JavaScript/TypeScript: \`terminal\` and \`processes\` are globals; you can also \`import { terminal, processes } from 'ringback'\`. Both return promises; top-level await, import and require work.
  const { output, exit_code } = await terminal('git status --short', { timeout: 30 });
  const { processes: running } = await processes('list');
Python: \`terminal\` and \`process\` are functions; you can also use \`from ringback import terminal, process\`.
  result = terminal("git status --short", timeout=30); print(result["exit_code"], result["output"])

Arguments and results are the same as for the tools \`terminal\` and \`process\`. A tool that fails returns a result with \`error\`; nothing is thrown, except when the script makes more than ${setting('codeCalls')} calls.
Scripts cannot leave processes behind: everything they started is ended with them, and inside a script terminal ignores background, pty, notify_on_complete and watch_patterns. Start long-running commands with terminal itself.
Limits: time, ${setting('codeMemoryBytes')} of memory, ${setting('codeOutputBytes')} of output, ${setting('codeCalls')} tool calls. \`isolation\` in the result says whether the script was isolated from the rest of the machine.`,
  inputSchema: toInputSchema(codeArguments),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};
