/** What is outside of quotes and means more to some shell than itself: bash, zsh, fish. */
const SPECIAL = /[;&|<>(){}$`"'\\!]/;
const QUOTED = /'[^'\\]*'|"[^"$`\\!]*"/g;
const NOT_SEEN = /[^ \p{L}\p{M}\p{N}\p{P}\p{S}]/u;

/**
 * Whether the text is one simple command, for every shell, and what it says is what is run: no second command, no
 * substitution, no variable, no redirection, no assignment before it, nothing invisible. In doubt it is not.
 */
export function isPlainCommand(text: string): boolean {
  if (NOT_SEEN.test(text) || /^[^ ]*=/.test(text)) return false;
  return !SPECIAL.test(text.replaceAll(QUOTED, 'x'));
}

/** Words after which a command may begin. */
const KEYWORDS = new Set(['{', '}', '!', 'if', 'then', 'elif', 'else', 'while', 'until', 'do', 'coproc']);
/** Programs that run what comes somewhere after them. */
const WRAPPERS = new Set(
  'sudo doas env nice ionice nohup setsid time timeout exec command builtin xargs stdbuf find busybox watch strace su ssh parallel'.split(
    ' ',
  ),
);
const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'fish', 'eval', 'source', '.']);
const DEEPEST = 5;

/**
 * Every command that can be seen in a text, as words without quotes: also in substitutions, after `sudo` and the like,
 * and for `sh -c`. What a shell puts together only when it runs (variables) cannot be seen.
 */
export function commandsIn(text: string, depth = 0): string[] {
  return split(text).flatMap((words) => {
    const from = words.findIndex((word) => !KEYWORDS.has(word) && !/^\w+\+?=/.test(word));
    return from < 0 ? [] : namesOf(words.slice(from), depth);
  });
}

function namesOf(words: readonly string[], depth: number): string[] {
  const [program = '', ...rest] = words;
  const name = program.replace(/^.*\//s, '');
  const own = [words.join(' '), [name, ...rest].join(' ')];
  if (depth >= DEEPEST) return own;
  // Which of them is the command depends on options that are not known here.
  if (WRAPPERS.has(name)) return [...own, ...rest.flatMap((_, at) => namesOf(rest.slice(at), depth + 1))];
  if (SHELLS.has(name))
    return [...own, ...[...rest, rest.join(' ')].flatMap((one) => commandsIn(one, depth + 1))];
  return own;
}

const PIECES = /\\([\s\S])|'([^']*)'|\$\(|[`"]|[;&|()\n\r]|[<>]+|[ \t]+|[\s\S]/y;
const IN_QUOTES = /\\([\s\S])|\$\(|[`"]|[^\\$`"]+|[\s\S]/y;

type Draft = { readonly words: string[]; word: string | undefined; isQuoted: boolean };

/** The words of each command. Commands in substitutions come where they end. */
function split(text: string): string[][] {
  const found: string[][] = [];
  const outer: Draft[] = [];
  let draft: Draft = { words: [], word: undefined, isQuoted: false };
  const add = (more: string) => {
    draft.word = (draft.word ?? '') + more;
  };
  const endWord = () => {
    if (draft.word !== undefined) draft.words.push(draft.word);
    draft.word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (draft.words.length > 0) found.push(draft.words.splice(0));
  };
  for (let at = 0; at < text.length; ) {
    const expression = draft.isQuoted ? IN_QUOTES : PIECES;
    expression.lastIndex = at;
    const [piece = '', escaped, quoted] = expression.exec(text) ?? [];
    at += piece.length;
    if (escaped !== undefined) add(escaped === '\n' ? '' : escaped);
    else if (piece === '"') {
      draft.isQuoted = !draft.isQuoted;
      add('');
    } else if (piece === '$(') {
      outer.push(draft);
      draft = { words: [], word: undefined, isQuoted: false };
    } else if (piece === ')' && outer.length > 0 && !draft.isQuoted) {
      endCommand();
      draft = outer.pop() ?? draft;
    } else if (piece === '`') endCommand();
    else if (draft.isQuoted) add(piece);
    else if (quoted !== undefined) add(quoted);
    else if (/^[;&|()\n\r]$/.test(piece)) endCommand();
    else if (/^[ \t<>]+$/.test(piece)) endWord();
    else add(piece);
  }
  for (; ; draft = outer.pop() ?? draft) {
    endCommand();
    if (outer.length === 0) return found;
  }
}
