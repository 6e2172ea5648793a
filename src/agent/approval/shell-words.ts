const PIECES =
  /\\([\s\S])|'([^']*)'|\$'((?:[^'\\]|\\[\s\S])*)'|\$\(|\$"|[`"]|[<>]+[&|]?|[;&|()\n\r]|[ \t]+|#[^\n]*|[\s\S]/y;
const IN_QUOTES = /\\([\s\S])|\$\(|[`"]|[^\\$`"]+|[\s\S]/y;
/** The number of a file before its redirection. */
const DESCRIPTOR = /^(?:\d+|\{\w+\})$/;

type Draft = { readonly words: string[]; word: string | undefined; isQuoted: boolean; isTarget: boolean };

const empty = (): Draft => ({ words: [], word: undefined, isQuoted: false, isTarget: false });

/**
 * The words of each command, without their quotes. Commands in substitutions come where they end. `isStrict`: without
 * comments and the files of redirections, as bash has it; otherwise those are words.
 */
export function splitCommands(text: string, isStrict: boolean): string[][] {
  const found: string[][] = [];
  const outer: Draft[] = [];
  let draft = empty();
  const add = (more: string) => {
    draft.word = (draft.word ?? '') + more;
  };
  const endWord = () => {
    if (draft.word === undefined) return;
    if (!draft.isTarget) draft.words.push(draft.word);
    draft.word = undefined;
    draft.isTarget = false;
  };
  const endCommand = () => {
    endWord();
    draft.isTarget = false;
    if (draft.words.length > 0) found.push(draft.words.splice(0));
  };
  const redirect = () => {
    if (isStrict && DESCRIPTOR.test(draft.word ?? '')) draft.word = undefined;
    endWord();
    draft.isTarget = isStrict;
  };
  for (let at = 0; at < text.length; ) {
    const expression = draft.isQuoted ? IN_QUOTES : PIECES;
    expression.lastIndex = at;
    const [piece = '', escaped, quoted, decoded] = expression.exec(text) ?? [];
    // Within a word it is a character.
    const isHash = !draft.isQuoted && piece.startsWith('#') && !(isStrict && draft.word === undefined);
    at += isHash ? 1 : piece.length;
    if (isHash) add('#');
    else if (escaped !== undefined) add(escaped === '\n' ? '' : escaped);
    else if (piece === '"' || piece === '$"') {
      draft.isQuoted = !draft.isQuoted;
      add('');
    } else if (piece === '$(') {
      // What comes of it is the file.
      if (draft.isTarget) add('');
      outer.push(draft);
      draft = empty();
    } else if (piece === ')' && outer.length > 0 && !draft.isQuoted) {
      endCommand();
      draft = outer.pop() ?? draft;
    } else if (piece === '`') endCommand();
    else if (draft.isQuoted) add(piece);
    else if (quoted !== undefined) add(quoted);
    else if (decoded !== undefined) add(decode(decoded));
    else if (/^[;&|()\n\r]$/.test(piece)) endCommand();
    else if (/^[<>]/.test(piece)) redirect();
    else if (/^[ \t]/.test(piece)) endWord();
    else if (!piece.startsWith('#')) add(piece);
  }
  for (; ; draft = outer.pop() ?? draft) {
    endCommand();
    if (outer.length === 0) return found;
  }
}

/** What `$'…'` means. */
function decode(text: string): string {
  return text.replaceAll(
    /\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|([0-7]{1,3})|([\s\S]))/gi,
    (_, hex?: string, unicode?: string, octal?: string, other = '') => {
      const code =
        octal === undefined ? Number.parseInt(hex ?? unicode ?? '', 16) : Number.parseInt(octal, 8);
      if (!Number.isNaN(code)) return String.fromCharCode(code);
      return /[abefnrtv]/i.test(other) ? ' ' : other;
    },
  );
}
