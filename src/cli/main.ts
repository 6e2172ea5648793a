import { RingbackError } from '../base/errors.ts';
import { ringbackVersion } from '../base/version.ts';
import { commands } from './commands.ts';
import { createInvocation } from './invocation.ts';
import { tellUser, writeJson, writeLine, writeOut } from './out.ts';
import { parseLine } from './parse.ts';
import type { CommandName } from './specs.ts';
import { UsageError } from './usage-error.ts';

export async function main(args: readonly string[]): Promise<never> {
  try {
    process.exit(await run(args));
  } catch (error) {
    process.exit(report(error, args.includes('--json')));
  }
}

async function run(args: readonly string[]): Promise<number> {
  const line = parseLine(args);
  switch (line.type) {
    case 'version':
      if (line.json) writeJson({ version: ringbackVersion() });
      else writeLine(`ringback ${ringbackVersion()}`);
      return 0;
    case 'help': {
      const { commandHelp, overview } = await import('./help.ts');
      writeOut(line.command ? commandHelp(line.command) : overview());
      return 0;
    }
    case 'command':
      return runCommand(line.name, line);
  }
}

async function runCommand<Name extends CommandName>(
  name: Name,
  line: Parameters<typeof createInvocation>[0],
): Promise<number> {
  const command = await commands[name]();
  return command.main(createInvocation(line));
}

/** Prints a message and what to do next, never a stack trace. Exit code 2 for a usage error, 1 for a failure. */
function report(error: unknown, json: boolean): number {
  const { message, hint, code } = explain(error);
  if (json) writeJson({ error: message, code, hint, ...statusWord(code) });
  tellUser(`ringback: ${message}`);
  if (hint) tellUser(hint);
  return code === 'usage' || code === 'bad_request' ? 2 : 1;
}

function explain(error: unknown): { message: string; hint: string; code: string } {
  if (error instanceof UsageError) return { message: error.message, hint: error.hint, code: 'usage' };
  if (error instanceof RingbackError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return {
    message,
    hint: 'This looks like a bug in Ringback. `ringback doctor` checks the installation.',
    code: 'failed',
  };
}

function statusWord(code: string): { status?: string } {
  if (code === 'not_found' || code === 'ambiguous') return { status: 'not_found' };
  return code === 'already_exited' ? { status: 'already_exited' } : {};
}
