import { isObject } from '../../base/is-object.ts';
import { shortId } from './short-id.ts';

/** What a call is about: its command, its path, or all of it. */
export function describeInput(input: unknown): string {
  if (!isObject(input)) return JSON.stringify(input) ?? '';
  const words = ['action', 'command', 'path', 'pattern', 'code', 'session_id', 'note'].flatMap((name) =>
    typeof input[name] === 'string' ? [name === 'session_id' ? shortId(input[name]) : input[name]] : [],
  );
  return words.length > 0 ? words.join(' ') : JSON.stringify(input);
}
