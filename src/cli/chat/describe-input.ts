import { isObject } from '../../base/is-object.ts';
import { cleanText } from '../../output/clean-text.ts';
import { shortId } from './short-id.ts';

/** What a call is about: its command, its path, or all of it. */
export function describeInput(input: unknown): string {
  if (!isObject(input)) return JSON.stringify(input) ?? '';
  const words = ['action', 'command', 'path', 'pattern', 'code', 'session_id', 'note'].flatMap((name) =>
    typeof input[name] === 'string' ? [name === 'session_id' ? shortId(input[name]) : input[name]] : [],
  );
  return words.length > 0 ? words.join(' ') : JSON.stringify(input);
}

const MAIN = ['action', 'command', 'code', 'path', 'pattern', 'note'];

/**
 * All that a call is given, for who has to answer for it: what it is mainly about as it is, and every other field as
 * `name: JSON`. What could not be seen is written out.
 */
export function describeFully(input: unknown): readonly string[] {
  if (!isObject(input)) return [visibleJson(input)];
  const main = MAIN.find((name) => typeof input[name] === 'string');
  const text = main === undefined ? undefined : input[main];
  const isPlain = typeof text === 'string' && text.trim() !== '' && cleanText(text) === text;
  const others = Object.entries(input).filter(([name]) => !isPlain || name !== main);
  const fields = others.map(([name, value]) => `${visible(name)}: ${visibleJson(value)}`);
  return isPlain ? [text, ...fields] : fields;
}

function visibleJson(value: unknown): string {
  return visible(JSON.stringify(value) ?? '');
}

function visible(text: string): string {
  if (cleanText(text) === text && !text.includes('\n')) return text;
  return Array.from(text, (one) => (one === '\n' || cleanText(one) !== one ? codeOf(one) : one)).join('');
}

function codeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
