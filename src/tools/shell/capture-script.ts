import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quoteWord } from '../../base/quote-word.ts';
import { kindOf } from './shell-kind.ts';

/** The descriptor on which the shell reports; what start-up files print to 1 and 2 is ignored. */
export const REPORT = 7;

/**
 * Asks a login shell for its state after it has read its start-up files. Sections end with `mark` on a line of its own:
 * variables, options, aliases, then one per function. Words are quoted against aliases of the start-up files.
 */
export function captureScript(shell: string, home: string, mark: string): string {
  const end = `\\echo ${mark}`;
  const variables = `/usr/bin/env -0; \\echo; ${end}`;
  const sections: Readonly<Record<ReturnType<typeof kindOf>, string[]>> = {
    bash: [
      'builtin shopt -p; builtin set -o',
      'builtin alias -p',
      `for ringback in $(builtin compgen -A function); do builtin declare -f "$ringback"; ${end}; done`,
    ],
    zsh: [
      `for ringback in \${(k)options}; do builtin print -r -- "$ringback \${options[$ringback]}"; done`,
      `builtin alias -L; builtin print -r -- "fpath=(\${(j: :)\${(@q)fpath}})"`,
      `for ringback in \${(k)functions}; do builtin functions -- "$ringback"; ${end}; done`,
    ],
    ksh: ['\\set -o', '\\alias -p', `\\typeset -f; ${end}`],
    plain: ['\\set -o', '\\alias', ':'],
  };
  const [options, aliases, functions] = sections[kindOf(shell)];
  const script = `${variables}; ${options}; ${end}; ${aliases}; ${end}; ${functions}; \\echo ${mark}-end`;
  return `${readRcFile(shell, home)}\n{ ${script}; } >&${REPORT} 2>/dev/null\n`;
}

/**
 * A login bash reads ~/.bashrc only if a profile says so. Terminals start bash without a login, so people expect its
 * contents, whether or not they have such a profile.
 */
function readRcFile(shell: string, home: string): string {
  if (kindOf(shell) !== 'bash') return '';
  const profiles = ['.bash_profile', '.bash_login', '.profile'].map((name) => readText(join(home, name)));
  const profile = profiles.find((text) => text !== undefined);
  if (profile?.includes('bashrc')) return '';
  const file = quoteWord(join(home, '.bashrc'));
  return `[ ! -r ${file} ] || . ${file}`;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
