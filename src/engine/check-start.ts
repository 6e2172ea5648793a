import { LOCAL } from '../base/environment-name.ts';
import { RingbackError } from '../base/errors.ts';
import { isProcessId } from '../base/ids.ts';
import type { StartRequest, TerminalSize } from './types.ts';

/** Refuses what no keeper could carry out; what only the system knows (folder, shell) the keeper says. */
export function checkStart(request: StartRequest): void {
  const { command, cwd, shell, id, maxRuntimeSeconds, logLimitBytes, size } = request;
  refuseIf(typeof command !== 'string' || command.trim() === '', 'The command is empty.', 'Say what to run.');
  checkText('The command', command);
  checkText('The folder', cwd);
  // Elsewhere it may be left open, or begin at the home there.
  const mayBeOpen = (request.environment ?? LOCAL) !== LOCAL;
  refuseIf(!mayBeOpen && !cwd.startsWith('/'), `The folder ${JSON.stringify(cwd)} is not an absolute path.`);
  if (request.sync !== undefined) {
    checkText('The folder to send', request.sync);
    refuseIf(!mayBeOpen, 'Nothing can be sent to this machine: it is here.', 'Name another environment too.');
    refuseIf(
      !request.sync.startsWith('/'),
      `The folder ${JSON.stringify(request.sync)} is not an absolute path.`,
    );
  }
  if (shell !== undefined) {
    checkText('The shell', shell);
    refuseIf(!shell.startsWith('/'), `The shell ${JSON.stringify(shell)} is not an absolute path.`);
  }
  if (request.wrapper !== undefined) checkText('The wrapper', request.wrapper);
  refuseIf(id !== undefined && !isProcessId(id), `${id} is not a process id (proc_ and 12 hex digits).`);
  if (maxRuntimeSeconds !== undefined) checkWhole('maxRuntimeSeconds', maxRuntimeSeconds, 1, 10 ** 9);
  if (logLimitBytes !== undefined)
    checkWhole('logLimitBytes', logLimitBytes, 64 * 1024, Number.MAX_SAFE_INTEGER);
  if (request.umask !== undefined) checkWhole('umask', request.umask, 0, 0o777);
  if (size) checkSize(size);
  checkEnv(request.env);
}

export function checkSize({ cols, rows }: TerminalSize): void {
  checkWhole('cols', cols, 1, 10_000);
  checkWhole('rows', rows, 1, 10_000);
}

function checkEnv(env: Readonly<Record<string, string>>): void {
  for (const name in env) {
    const isFine = name !== '' && !name.includes('=') && !name.includes('\0') && !env[name]?.includes('\0');
    refuseIf(
      !isFine,
      `The environment variable ${JSON.stringify(name)} cannot be passed on (empty name, = or NUL).`,
    );
  }
}

function checkText(what: string, text: string): void {
  refuseIf(text.includes('\0'), `${what} contains a NUL character.`);
  refuseIf(!text.isWellFormed(), `${what} contains half a character (a lone surrogate).`);
}

function checkWhole(name: string, value: number, least: number, most: number): void {
  const isFine = Number.isSafeInteger(value) && value >= least && value <= most;
  refuseIf(!isFine, `${name} must be a whole number from ${least} to ${most}, not ${value}.`);
}

function refuseIf(isWrong: boolean, message: string, hint = ''): void {
  if (isWrong) throw new RingbackError('bad_request', message, hint);
}
