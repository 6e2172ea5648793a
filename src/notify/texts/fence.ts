/**
 * Text that somebody else wrote is data (promise 18): a command's output above all, but also the command itself, its
 * folder, its patterns and what a sub-agent returns. Every line of it is prefixed, so that it cannot close the block it
 * stands in, open one or imitate one; a line of ours never starts with the prefix.
 */
import { cleanText } from '../../output/clean-text.ts';

const PREFIX = '|';
/** Begins the further parts of a line too long for one. */
const CONTINUED = '|…';
/** Far below it a model still knows that it reads quoted text. */
const LONGEST_LINE = 1_000;

/** Each line behind a prefix. Nothing is left out: what is too long for a line goes on in the next one. */
export function fence(text: string): string {
  return clean(text).split('\n').flatMap(wrapLine).join('\n');
}

/** The same with the beginning only, and how much is not shown. */
export function fenceStart(text: string, limit: number): string {
  const cleaned = clean(text);
  if (cleaned.length <= limit) return fence(cleaned);
  const start = cleaned
    .slice(0, limit)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  return `${fence(start)}\n(${formatCount(cleaned.length - start.length)} more characters are not shown)`;
}

export function isFenced(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** A short name (an id, a type, a signal) for the middle of a sentence of ours: nothing but plain word characters. */
export function formatName(text: string): string {
  const name = text.slice(0, 100).replace(/[^\w.:@/+-]/g, '_');
  return name === '' ? '(unnamed)' : name;
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 match`, `2 matches`. */
export function countOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Output and commands come clean; a pattern or a program's event may not. */
function clean(text: string): string {
  return cleanText(text).replace(/\n+$/, '');
}

function wrapLine(line: string): string[] {
  if (line === '') return [PREFIX];
  const parts: string[] = [];
  for (let at = 0; at < line.length; ) {
    const end = endOfPart(line, at + LONGEST_LINE);
    parts.push(`${at === 0 ? PREFIX : CONTINUED} ${line.slice(at, end)}`);
    at = end;
  }
  return parts;
}

/** No character in two halves. */
function endOfPart(line: string, end: number): number {
  const isHalved = end < line.length && /[\ud800-\udbff]/.test(line.charAt(end - 1));
  return isHalved ? end + 1 : end;
}
