import { RingbackError } from '../base/errors.ts';
import { ringbackVersion } from '../base/version.ts';
import { commands } from './commands.ts';
import { createInvocation } from './invocation.ts';
import { tellUser, writeJson, writeLine, writeOut } from './out.ts';
import { parseLine } from './parse.ts';
import type { CommandName, Values } from './specs.ts';
import { UsageError } from './usage-error.ts';

export async function main(args: readonly string[]): Promise<never> {
  try {
    process.exit(await perform(args));
  } catch (error) {
    process.exit(complain(error, args.includes('--json')));
  }
}

async function perform(args: readonly string[]): Promise<number> {
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
  line: { values: object; positionals: readonly string[]; json: boolean; home: string | undefined },
): Promise<number> {
  const command = await commands[name]();
  // parseLine has checked them against the same table that Values is made from.
  return command.main(createInvocation(line.values as Values<Name>, line));
}

/** A sentence and what to do next, never a stack trace. Exit code 2 for a wrong command line, 1 for a failure. */
function complain(error: unknown, json: boolean): number {
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
  return { message, hint: 'This is a defect of Ringback. Run `ringback doctor` first.', code: 'failed' };
}

function statusWord(code: string): { status?: string } {
  if (code === 'not_found' || code === 'ambiguous') return { status: 'not_found' };
  return code === 'already_exited' ? { status: 'already_exited' } : {};
}
