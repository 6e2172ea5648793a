import { statSync } from 'node:fs';
import { join } from 'node:path';
import { kindOf } from './shell-kind.ts';
import type { Variables } from './variables.ts';

/** The files that a login shell may read; a folder stands for the files in it. */
export function startupFiles(shell: string, home: string, env: Variables): string[] {
  const inHome = (...names: string[]) => names.map((name) => join(home, name));
  const common = ['/etc/environment', '/etc/profile', '/etc/profile.d', ...inHome('.profile')];
  switch (kindOf(shell)) {
    case 'bash':
      return [
        ...common,
        '/etc/bash.bashrc',
        '/etc/bashrc',
        ...inHome('.bash_profile', '.bash_login', '.bashrc', '.bash_aliases'),
      ];
    case 'zsh': {
      const names = ['zshenv', 'zprofile', 'zshrc', 'zlogin'];
      const folders = ['/etc', '/etc/zsh'];
      return [
        ...common,
        ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
        ...names.map((name) => join(env.ZDOTDIR || home, `.${name}`)),
        join(home, '.zshenv'),
      ];
    }
    case 'ksh':
      return [...common, '/etc/ksh.kshrc', '/etc/mkshrc', ...inHome('.kshrc', '.mkshrc'), ...ownFile(env)];
    default:
      return [...common, ...inHome('.shinit', '.shrc'), ...ownFile(env)];
  }
}

function ownFile(env: Variables): string[] {
  return env.ENV?.startsWith('/') ? [env.ENV] : [];
}

/** Changes as soon as one of the files is replaced or modified. Costs a few system calls. */
export function identityOf(files: readonly string[]): string {
  return files.map(identityOfFile).join('\n');
}

function identityOfFile(file: string): string {
  try {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : '-';
  } catch {
    return '?';
  }
}
