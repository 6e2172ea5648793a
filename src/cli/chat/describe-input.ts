import { isObject } from '../../base/is-object.ts';
import { cleanText } from '../../output/clean-text.ts';
import { shortId } from './short-id.ts';

/** Of a fan-out the goals are in its tasks. */
const WORDS = [
  'action',
  'command',
  'path',
  'pattern',
  'code',
  'session_id',
  'delegation_id',
  'goal',
  'tasks',
  'text',
  'note',
];

/** What a call is about: its command, its path, or all of it. */
export function describeInput(input: unknown): string {
  if (!isObject(input)) return JSON.stringify(input) ?? '';
  const words = WORDS.flatMap((name) => {
    const value = input[name];
    if (name === 'tasks' && Array.isArray(value))
      return `${value.length} tasks: ${value.map(goalOf).join('; ')}`;
    if (typeof value !== 'string') return [];
    return name.endsWith('_id') ? shortId(value) : value;
  });
  return words.length > 0 ? words.join(' ') : JSON.stringify(input);
}

function goalOf(task: unknown): string {
  return isObject(task) && typeof task.goal === 'string' ? task.goal : '';
}

const MAIN = ['action', 'command', 'code', 'path', 'pattern', 'goal', 'note'];

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

/** Where a command would run, unless the call says so itself. */
export function describePlace(input: unknown, runsIn: string | undefined): readonly string[] {
  if (runsIn === undefined || (isObject(input) && input.workdir === runsIn)) return [];
  return [`runs in: ${visibleJson(runsIn)}`];
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
