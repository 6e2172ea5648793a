import { basename } from 'node:path';

/** Shells that understand `-c` and POSIX syntax; fish, nu, csh and the like do not. */
const posixShells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ksh93', 'mksh', 'ash', 'busybox']);

export function isPosixShell(path: string): boolean {
  return posixShells.has(basename(path));
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
