import { lookBack } from './limits.ts';
import { isOpenKey } from './pem.ts';
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

/** Up to where more text changes nothing: not inside a secret, nor in one that may continue. */
export function settledEnd(text: string, spans: readonly Span[], rest: number): number {
  let end = rest;
  for (const span of spans.toReversed()) {
    const mayGrow = span.end === text.length || isOpenKey(text, span);
    if (mayGrow || span.end > end) end = Math.min(end, span.start);
  }
  return end;
}

/** The end of a text that will continue, if it may be half a secret. */
export function unfinishedSpans(text: string): Span[] {
  const start = unfinishedStart(text);
  return start < text.length
    ? [{ start, end: text.length, id: 'unfinished', vagueness: vagueness.guess }]
    : [];
}

/** Where the last word begins, for a stream: waiting for the rest of it costs only a moment. */
function restStart(text: string): number {
  const word = lastWordStart(text);
  const isQuestion = restingPlace.test(text.slice(word));
  const lately = Math.max(0, text.length - 100);
  const key = text.slice(lately).search(begunKey);
  return Math.min(
    unfinishedStart(text),
    isQuestion ? text.length : word,
    key === -1 ? text.length : lately + key,
  );
}

/** The same for occasional requests: a word too short to be half a secret is not waited for. */
export function longRestStart(text: string): number {
  const rest = restStart(text);
  return text.length - rest < shortestHalf ? unfinishedStart(text) : rest;
}

/** Where the text ends in what may become a secret when more comes; otherwise its length. */
export function unfinishedStart(text: string): number {
  const word = lastWordStart(text);
  const run = text.slice(word);
  return Math.min(word + begunToken(run), word + begunPassword(run), word + begunRandom(run));
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
