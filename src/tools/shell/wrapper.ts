import { quoteWord } from './quote-word.ts';
import { kindOf } from './shell-kind.ts';

export type WrapperParts = {
  /** Functions, aliases and options of the login shell. */
  readonly snapshot?: string;
  /** Where the shell says at its end in which folder and with which exports; absent: nothing follows. */
  readonly endFile?: string;
  /** The folder before this one, for `cd -`: zsh does not take it from its environment. */
  readonly previous?: string;
};

/**
 * The code that runs a command, its first parameter, as `<shell> -c <command>` would: `$@` is empty, a command that
 * begins with a dash is no option (hence the space), and line 1 is line 1 (hence no newline). Aliases work, because
 * `eval` reads the command only after they are known.
 */
export function writeWrapper(shell: string, { snapshot, endFile, previous }: WrapperParts): string {
  const goBack = previous && kindOf(shell) === 'zsh' ? `OLDPWD=${quoteWord(previous)}; ` : '';
  const begin = `ringback=$1; shift; ${goBack}${snapshot ? `${source(snapshot)}; ` : ''}`;
  const run = 'eval " $ringback"';
  return endFile === undefined ? `${begin}${run}` : begin + follow(shell, run, endFile);
}

/** A snapshot that is gone must not end the shell, and nothing in it may print. */
function source(snapshot: string): string {
  const file = quoteWord(snapshot);
  return `[ ! -r ${file} ] || . ${file} >/dev/null 2>&1`;
}

/**
 * Written from a trap, so that `cd x && exit 3` counts, and after the command, for it may have set its own trap. Only
 * while the file is there: nobody waits for the end any more once it was removed. `set +x` and the redirections keep it
 * out of a traced command's output.
 */
function follow(shell: string, run: string, endFile: string): string {
  const file = quoteWord(endFile);
  const write = `[ ! -f ${file} ] || /usr/bin/env -0 "RINGBACK_CWD=\${PWD-}" >|${file}`;
  const atExit = `{ [ -z "\${ringback-}" ] || ${write}; } 2>/dev/null`;
  const isKsh = kindOf(shell) === 'ksh';
  // ksh shows a signal as 256+n, and both ksh and mksh lose one that ended them while a trap was set for the end.
  const status = isKsh
    ? '$((ringback_status > 256 ? ringback_status - 128 : ringback_status))'
    : '"$ringback_status"';
  const trap = isKsh ? `ringback_status=$?; ${atExit}; exit ${status}` : atExit;
  return `trap ${quoteWord(trap)} EXIT; ${run}; { ringback_status=$?; set +x; ${write}; ringback=; } 2>/dev/null; exit ${status}`;
}
