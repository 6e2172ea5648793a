import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { promisify } from 'node:util';
import { explainLifetime, LIFETIME_COMMAND, parseLifetime } from '../../base/scope.ts';
import { findKeeperProgram } from '../../keeper/program.ts';
import { type Check, fail, ok, warn } from './check.ts';

const run = promisify(execFile);

export async function checkNode(): Promise<Check> {
  // entry.ts has refused an older one.
  return ok(`${process.version} (${process.execPath})`);
}

export async function checkKeeper(): Promise<Check> {
  const program = findKeeperProgram();
  try {
    const { stdout } = await run(program, ['version'], { timeout: 5_000 });
    return ok(`${stdout.trim().replaceAll('\n', ', ')} (${program})`);
  } catch (error) {
    return fail(
      `${program} does not run: ${(error as Error).message.split('\n')[0]}`,
      'Rebuild it: npm run prepare',
    );
  }
}

export async function checkShell(): Promise<Check> {
  const shell = process.env.SHELL;
  if (!shell) return warn('SHELL is not set; bash or sh is used', 'Set SHELL to your shell.');
  try {
    accessSync(shell, constants.X_OK);
    return ok(shell);
  } catch {
    return warn(`${shell} cannot be executed; bash or sh is used`, 'Set SHELL to a shell that is installed.');
  }
}

/** What isolates the scripts of `execute_code`. */
export async function checkBubblewrap(): Promise<Check> {
  const fix = 'Install bubblewrap; without it execute_code scripts are limited, but not isolated.';
  try {
    await run('bwrap', ['--ro-bind', '/', '/', '--unshare-pid', 'true'], { timeout: 5_000 });
    return ok('execute_code scripts are isolated');
  } catch (error) {
    return warn(`no sandbox can be created: ${(error as Error).message.split('\n')[0]}`, fix);
  }
}

/** Whether keepers outlive the service or the login session that starts them (promise 5). */
export async function checkScope(): Promise<Check> {
  const [program = '', ...args] = LIFETIME_COMMAND;
  const { stdout } = await run(program, args, { timeout: 5_000 }).catch(() => ({ stdout: '' }));
  const { detail, fix } = explainLifetime(parseLifetime(stdout));
  return fix === undefined ? ok(detail) : warn(detail, fix);
}
