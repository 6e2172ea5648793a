import { existsSync } from 'node:fs';
import { basename } from 'node:path';

/** Shells that understand `-c` and POSIX syntax; fish, nu, csh and the like do not. */
const posixShells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ksh93', 'mksh', 'ash', 'busybox']);

/** Looked up once: a start should not touch the disk for this. One that goes away later is `no_program`. */
const existing = new Map<string, boolean>();

/** The user's own shell where it is a POSIX one, else bash, else sh. */
export function chooseShell(env: Readonly<Record<string, string>>): string {
  const own = env.SHELL ?? '';
  if (own.startsWith('/') && posixShells.has(basename(own)) && exists(own)) return own;
  return exists('/bin/bash') ? '/bin/bash' : '/bin/sh';
}

/** The argument list that runs `command`; with a wrapper, shell code that runs its first parameter. */
export function shellArgs(shell: string, command: string, wrapper?: string): string[] {
  const program = basename(shell) === 'busybox' ? [shell, 'sh'] : [shell];
  if (wrapper !== undefined) {
    // Preparing is the wrapper's business; zsh would read ~/.zshenv first, whatever it is started for.
    const quick = basename(shell) === 'zsh' ? ['-f'] : [];
    // The shell is called in its messages as it would be without a wrapper.
    return [...program, ...quick, '-c', wrapper, program.at(-1) ?? shell, command];
  }
  // A command that begins like an option would be taken for one.
  return /^[-+]/.test(command) ? [...program, '-c', '--', command] : [...program, '-c', command];
}

function exists(path: string): boolean {
  const known = existing.get(path);
  if (known !== undefined) return known;
  const found = existsSync(path);
  existing.set(path, found);
  return found;
}
