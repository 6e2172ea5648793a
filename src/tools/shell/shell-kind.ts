import { basename } from 'node:path';

export type ShellKind = 'bash' | 'zsh' | 'ksh' | 'plain';

/** The syntax of a shell, as far as it matters here. */
export function kindOf(shell: string): ShellKind {
  const name = basename(shell);
  if (name === 'bash' || name === 'zsh') return name;
  return name.includes('ksh') ? 'ksh' : 'plain';
}

/** The program and its first arguments. */
export function programOf(shell: string): string[] {
  return basename(shell) === 'busybox' ? [shell, 'sh'] : [shell];
}
