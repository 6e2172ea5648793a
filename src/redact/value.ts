/** How a value is written decides how certainly it is one. */
type ValueForm =
  /** `KEY=value` on a line of its own or after `export`: the whole word. */
  | 'variable'
  /** `key=value` among others: up to what separates them. */
  | 'pair'
  /** `key: value` on a line of its own. */
  | 'line'
  /** `--key value`. */
  | 'flag'
  /** `… key: value` somewhere in a line. */
  | 'prose';

export type Value = {
  readonly start: number;
  readonly end: number;
  readonly form: ValueForm;
  readonly isQuoted: boolean;
  /** Spaces around the sign, a comma or another sign after it: source code rather than output. */
  readonly isLikeCode: boolean;
};

type Word = Pick<Value, 'start' | 'end' | 'isQuoted'>;

/** How much of a value is judged; a longer one is redacted to its end. */
const longestJudged = 256;
const longest = 64 * 1024;

const afterName =
  /(?:\\?["'`])?\]?[ \t]{0,8}(:=|=>|=(?![=~])|:(?![:=]))[ \t]{0,8}|(>)|[ \t]{1,4}(?=[^\s=:|-])/y;
const quotes = /\\?["'`]/y;
const lead = /^[\s+>$-]*(?:(?:export|set|setenv|declare -x|ENV|ARG|env|-e|--env)[ =]+)?["']?$/;
/** A line of `NAME=value …` may be a command with variables before it: each ends at a space. */
const variable = /\S{0,256}/y;
const pair = /[^\s"'`<>,;&|)}\]\\]{0,256}/y;

/** The value that follows a name, if there is one on the same line. */
export function readValue(text: string, nameStart: number, nameEnd: number): Value | undefined {
  afterName.lastIndex = nameEnd;
  const separator = afterName.exec(text);
  if (!separator) return undefined;
  const sign = separator[1] ?? separator[2] ?? ' ';
  if (sign === ' ' && !text.startsWith('--', nameStart)) return undefined;
  if (sign === '>' && text[nameStart - 1] !== '<') return undefined;
  // `https://oauth-token:…@host` is for url.ts, which knows where it ends.
  if (text.startsWith('://', nameStart - 3)) return undefined;
  // `arn:…:secret:name`: one of a row of fields, and the name of a secret at most.
  if (sign === ':' && text[nameStart - 1] === ':') return undefined;
  const form = formOf(text, nameStart, nameEnd, sign);
  const start = afterName.lastIndex;
  const value = quotedValue(text, start) ?? bareValue(text, start, form);
  // `prompt('Password: ', …)`: the quote that seems to open a value closes what is before it.
  if (value.isQuoted && text[nameStart - 1] === text[start] && !/["'`]/.test(separator[0])) return undefined;
  const isSpaced = separator[0].startsWith(' ') && sign !== ':';
  return {
    ...value,
    form,
    isLikeCode: isSpaced || /[,;]|[ \t]*=/y.test(text.slice(value.end, value.end + 8)),
  };
}

function formOf(text: string, nameStart: number, nameEnd: number, sign: string): ValueForm {
  if (sign === ' ') return 'flag';
  const isFirst = lead.test(text.slice(lineStart(text, nameStart), nameStart));
  if (sign === ':') return isFirst ? 'line' : 'prose';
  return isFirst && sign === '=' && !/\s/.test(text[nameEnd] ?? '') ? 'variable' : 'pair';
}

/** Or a position close enough: only a short lead matters. */
function lineStart(text: string, at: number): number {
  const nearest = Math.max(0, at - 64);
  const newline = text.slice(nearest, at).lastIndexOf('\n');
  return newline === -1 ? nearest : nearest + newline + 1;
}

/** Where a value ends that is longer than what was judged. */
export function wholeEnd(text: string, { start, end, form, isQuoted }: Value): number {
  if (isQuoted || end - start < longestJudged) return end;
  const word = form === 'variable' ? variable : pair;
  let whole = end;
  for (let more = 1; more > 0 && whole - start < longest; whole += more)
    more = matchAt(word, text, whole).length;
  return whole;
}

function quotedValue(text: string, at: number): Word | undefined {
  const quote = matchAt(quotes, text, at);
  if (!quote) return undefined;
  const start = at + quote.length;
  for (let i = start; i < text.length && i < start + longest; i++) {
    const character = text[i];
    if (character === '\n') return { start, end: i, isQuoted: true };
    if (text.startsWith(quote, i)) return { start, end: i, isQuoted: true };
    if (character === '\\') i++;
  }
  return { start, end: Math.min(text.length, start + longest), isQuoted: true };
}

function bareValue(text: string, start: number, form: ValueForm): Word {
  const word = form === 'variable' ? variable : pair;
  let end = start + matchAt(word, text, start).length;
  // A bracket, comma or semicolon at the end belongs to its surroundings.
  if (form === 'variable') while (end > start && ',;)'.includes(text[end - 1] ?? '')) end--;
  return { start, end, isQuoted: false };
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
