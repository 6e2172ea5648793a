import { quoteWord } from '../../base/quote-word.ts';
import { kindOf, type ShellKind } from './shell-kind.ts';
import { parseVariables } from './variables.ts';

export type Login = {
  readonly variables: Record<string, string>;
  /** Functions, aliases and options as shell code; empty if there are none. */
  readonly snapshot: string;
};

/** The output of the capture script, parsed. Undefined if it is incomplete. */
export function parseCapture(shell: string, mark: string, output: string): Login | undefined {
  const end = output.indexOf(`${mark}-end\n`);
  if (end === -1) return undefined;
  const [variables = '', options = '', aliases = '', ...functions] = output.slice(0, end).split(`${mark}\n`);
  return {
    variables: parseVariables(variables.replace(/\n$/, '')),
    snapshot: writeSnapshot(kindOf(shell), options, aliases, functions),
  };
}

/**
 * The order matters: how a function is read depends on the shell's options (extglob), an alias that is known too early
 * would be expanded in the functions, and `set -e` or `set -u` must not apply to any of this.
 */
function writeSnapshot(kind: ShellKind, options: string, aliases: string, functions: string[]): string {
  const known = functions.map((text) => text.trim()).filter(Boolean);
  // ksh prints all of them at once.
  const kept = kind === 'ksh' ? known : keepUseful(known, aliases);
  const isAutoloaded = kept.some((text) => text.includes('builtin autoload -X'));
  const parts = [
    ...(kind === 'bash' ? ['shopt -s expand_aliases', ...shopts(options)] : []),
    ...(isAutoloaded ? aliases.split('\n').filter(isFunctionPath) : []),
    ...kept,
    writeAliases(kind, aliases),
    ...(kind === 'zsh' ? zshOptions(options) : setOptions(options)),
  ].filter(Boolean);
  // zsh and ksh start with aliases of their own; zsh refuses a function of the same name.
  return parts.length === 0 ? '' : `unalias -a\n${parts.join('\n')}\n`;
}

/**
 * Completions and prompts are hundreds of functions called `_…` (and what sets them up in zsh), which would cost every
 * start milliseconds and which no command calls. Such a function is kept if an alias, or a kept function, mentions it.
 */
function keepUseful(functions: readonly string[], aliases: string): string[] {
  const kept = functions.filter((text) => !isHelper(text));
  let helpers = functions.filter(isHelper);
  let mentions = wordsOf(`${kept.join('\n')}\n${aliases}`);
  for (;;) {
    const mentioned = helpers.filter((text) => mentions.has(nameOf(text)));
    if (mentioned.length === 0) return kept;
    kept.push(...mentioned);
    helpers = helpers.filter((text) => !mentioned.includes(text));
    mentions = wordsOf(mentioned.join('\n'));
  }
}

function isHelper(text: string): boolean {
  return /^(?:_|comp(?:audit|def|dump|init|install)$|zsh-newuser-install$)/.test(nameOf(text));
}

function nameOf(text: string): string {
  return /^(?:function\s+)?([^\s()]+)/.exec(text)?.[1] ?? '';
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/[\w.:+-]+/g));
}

function isFunctionPath(line: string): boolean {
  return line.startsWith('fpath=(');
}

/** dash and busybox print `name='value'`, the others whole commands. */
function writeAliases(kind: ShellKind, aliases: string): string {
  const lines = aliases.split('\n').filter((line) => !isFunctionPath(line));
  const text = lines.join('\n').trim();
  return kind === 'plain' ? text.replace(/^(?=[\w.!%,@-]+=')/gm, 'alias ') : text;
}

/** Belongs to an interactive shell, or cannot be set. */
const interactiveShopts =
  /^(?:login_shell|restricted_shell|checkwinsize|cmdhist|lithist|hist\w+|complete_fullquote|dir\w+|force_fignore|hostcomplete|huponexit|interactive_comments|mailwarn|no_empty_cmd_completion|prog\w+|promptvars|checkjobs|expand_aliases|execfail)$/;

function shopts(options: string): string[] {
  const isWanted = (name: string) => !interactiveShopts.test(name);
  return Array.from(options.matchAll(/^shopt -([su]) (\w+)$/gm)).flatMap(([line, , name = '']) =>
    isWanted(name) ? [line] : [],
  );
}

/** Options of `set -o` that matter to a command; those of an interactive shell, and tracing, are left out. */
const settable = new Set(
  'allexport errexit errtrace functrace globstar keyword markdirs noclobber noglob nounset physical pipefail'.split(
    ' ',
  ),
);

function setOptions(options: string): string[] {
  const states = Array.from(options.matchAll(/([\w-]+)[ \t]+(on|off)\b/g), ([, name = '', state]) => ({
    name,
    isOn: state === 'on',
  }));
  return states.flatMap(({ name, isOn }) => {
    // ksh93 prints some as their opposite.
    if (/^(?:clobber|glob|unset)$/.test(name) && !isOn) return [`set -o no${name}`];
    if (name === 'braceexpand' && !isOn) return ['set +o braceexpand'];
    return settable.has(name) && isOn ? [`set -o ${name}`] : [];
  });
}

const interactiveZshOptions =
  /^(?:interactive|login|monitor|zle|shinstdin|singlecommand|privileged|restricted|rcs|globalrcs|xtrace|verbose|exec|hup|bgnice|notify|emacs|vi|ignoreeof|checkjobs|checkrunningjobs|hist\w*|\w*history\w*|banghist|beep|prompt\w*|transientrprompt|correct\w*|auto(?:list|menu|param\w*|remove\w*)|list\w+|menucomplete|complete\w+|always\w+|recexact|overstrike|flowcontrol|combiningchars|aliasfuncdef|traps?async|continueonerror|printexitvalue|rmstar\w+|mailwarning|hashexecutablesonly|debugbeforecmd)$/;

function zshOptions(options: string): string[] {
  const wanted = Array.from(options.matchAll(/^(\w+) (on|off)$/gm)).filter(
    ([, name = '']) => !interactiveZshOptions.test(name),
  );
  const named = (state: string) =>
    wanted.flatMap(([, name = '', is]) => (is === state ? [quoteWord(name)] : []));
  const on = named('on');
  const off = named('off');
  return [off.length > 0 ? `unsetopt ${off.join(' ')}` : '', on.length > 0 ? `setopt ${on.join(' ')}` : ''];
}
