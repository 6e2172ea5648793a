import { basename } from 'node:path';
import { quoteWord } from '../../base/quote-word.ts';
import { kindOf } from './shell-kind.ts';

type WrapperParts = {
  /** Functions, aliases and options of the login shell. */
  readonly snapshot?: string;
  /** The file to which the shell writes its final folder and exports; absent: nothing is written. */
  readonly endFile?: string;
  /** The previous folder, for `cd -`: zsh does not take it from its environment. */
  readonly previous?: string;
};

/**
 * Shell code that runs a command, its first parameter, as `<shell> -c <command>` would: `$@` is empty, a command that
 * begins with a dash is not an option (hence the space), and line 1 is line 1 (hence no newline). Aliases work, because
 * `eval` reads the command only after they are known.
 */
export function writeWrapper(shell: string, { snapshot, endFile, previous }: WrapperParts): string {
  const begin = `ringback=$1; shift; ${previous && kindOf(shell) === 'zsh' ? setPreviousFolder(previous) : ''}${snapshot ? `${source(snapshot)}; ` : ''}`;
  const run = 'eval " $ringback"';
  return endFile === undefined ? `${begin}${run}` : begin + follow(shell, run, endFile);
}

/** The only way to tell zsh; a folder that no longer exists must not leave the command in the wrong one. */
function setPreviousFolder(previous: string): string {
  const go = `builtin cd -q -- ${quoteWord(previous)} 2>/dev/null`;
  return `if ${go}; then builtin cd -q -- "$OLDPWD" || exit 1; fi; `;
}

/** A missing snapshot must not end the shell, and nothing in it may print. */
function source(snapshot: string): string {
  const file = quoteWord(snapshot);
  return `[ ! -r ${file} ] || . ${file} >/dev/null 2>&1`;
}

/**
 * Written from a trap, so that `cd x && exit 3` counts, and after the command, which may have set its own trap. Only
 * while the file exists: once it was removed nobody waits for the end. `set +x` and the redirections keep it out of a
 * traced command's output, except for a line or two of zsh and ksh.
 */
function follow(shell: string, run: string, endFile: string): string {
  const file = quoteWord(endFile);
  const write = `[ ! -f ${file} ] || /usr/bin/env -0 "RINGBACK_CWD=\${PWD-}" >|${file}`;
  const afterwards = `{ ringback_status=$?; set +x; ${write}; ringback=; } 2>/dev/null`;
  const atExit = `{ set +x; [ -z "\${ringback-}" ] || ${write}; } 2>/dev/null`;
  if (kindOf(shell) !== 'ksh') {
    return `trap ${quoteWord(atExit)} EXIT; ${run}; ${afterwards}; exit "$ringback_status"`;
  }
  // ksh reports a signal as 256+n. While a trap waits for the end, mksh forgets the signal that ended it unless told,
  // and
  // ksh93 turns it into another status: there an explicit `exit` is not followed.
  const status = '$((ringback_status > 256 ? ringback_status - 128 : ringback_status))';
  const trap =
    basename(shell) === 'mksh'
      ? `trap ${quoteWord(`ringback_status=$?; ${atExit}; exit ${status}`)} EXIT; `
      : '';
  return `${trap}${run}; ${afterwards}; exit ${status}`;
}
