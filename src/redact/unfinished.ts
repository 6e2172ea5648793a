import { lookBack } from './limits.ts';
import { type Span, vagueness } from './span.ts';

/** How common tokens begin; what follows in the same word belongs to them. */
export const tokenStart =
  /\b(?:(?:sk|rk|gh[pousr]|hf|npm|gsk|dckr|github)_|(?:sk|xai|pypi|nvapi|tskey|xapp|xox[a-z]|gl[a-z]{1,5})-|AKIA|ASIA|AIza|eyJ|ya29\.|GOCSPX)/;
const passwordStart = /^[^/?#@]{0,256}:(?=[^@]*$)/;
const begunKey = /-----[A-Za-z0-9 ]*-{0,5}$/;
/** What a question or a progress bar ends with, and a secret seldom. */
const restingPlace = /^\S{0,12}[:?>\])}.!%$#…]$/;
const shortestMixed = 24;
/** Fewer characters of a secret reveal nothing. */
const shortestHalf = 8;

/** The end of a text that will continue, if it may be half a secret. */
export function unfinishedSpans(text: string, literals: readonly string[]): Span[] {
  const start = unfinishedStart(text, literals);
  return start < text.length
    ? [{ start, end: text.length, id: 'unfinished', vagueness: vagueness.guess }]
    : [];
}

/** Where the last word begins, for a stream: waiting for the rest of it costs only a moment. */
export function restStart(text: string, literals: readonly string[]): number {
  const word = lastWordStart(text);
  const isQuestion = restingPlace.test(text.slice(word));
  const lately = Math.max(0, text.length - 100);
  const key = text.slice(lately).search(begunKey);
  return Math.min(
    unfinishedStart(text, literals),
    isQuestion ? text.length : word,
    key === -1 ? text.length : lately + key,
  );
}

/** The same for occasional requests: a word too short to be half a secret is not waited for. */
export function longRestStart(text: string, literals: readonly string[]): number {
  const rest = restStart(text, literals);
  return text.length - rest < shortestHalf ? unfinishedStart(text, literals) : rest;
}

/** Where the text ends in what may become a secret when more comes; otherwise its length. */
export function unfinishedStart(text: string, literals: readonly string[]): number {
  const word = lastWordStart(text);
  const run = text.slice(word);
  return Math.min(
    word + begunToken(run),
    word + begunPassword(run),
    word + begunRandom(run),
    ...literals.map((literal) => begunLiteral(text, literal)),
  );
}

function begunToken(run: string): number {
  const start = run.search(tokenStart);
  return start === -1 ? run.length : start;
}

/** In a URL that has not reached its `@` yet. */
function begunPassword(run: string): number {
  const scheme = run.lastIndexOf('://');
  const found = scheme === -1 ? null : passwordStart.exec(run.slice(scheme + 3));
  return found ? scheme + 3 + found[0].length : run.length;
}

/** Too long to become a word, and mixed as only random text is. */
function begunRandom(run: string): number {
  const start = startOfRun(
    run,
    (code) => code >= 0x2b && code !== 0x2c && code !== 0x2e && code !== 0x3a && code < 0x7b,
  );
  const token = run.slice(start);
  const isMixed = /\d/.test(token) && /[a-z]/.test(token) && /[A-Z]/.test(token);
  return isMixed && token.length >= shortestMixed && !token.includes('//') ? start : run.length;
}

function begunLiteral(text: string, literal: string): number {
  for (let length = Math.min(literal.length - 1, text.length); length >= 4; length--) {
    if (text.endsWith(literal.slice(0, length))) return text.length - length;
  }
  return text.length;
}

function lastWordStart(text: string): number {
  const furthest = Math.max(0, text.length - lookBack);
  return furthest + startOfRun(text.slice(furthest), (code) => code > 0x20 && code !== 0xa0);
}

/** Where the characters begin that are all of a kind up to the end. */
function startOfRun(text: string, isOfKind: (code: number) => boolean): number {
  let at = text.length;
  while (at > 0 && isOfKind(text.charCodeAt(at - 1))) at--;
  return at;
}
