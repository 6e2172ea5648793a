import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Redactor } from '../../redact/redactor.ts';

/** The absolute path that the model means: relative to the conversation's folder, `~`, or absolute. */
export function placeOf(folder: string, path: string): string {
  if (path === '~' || path.startsWith('~/')) return join(homedir(), path.slice(1));
  return resolve(folder, path);
}

/** A path on one line, without secrets. */
export function shownPath(redactor: Redactor, path: string): string {
  return redactor.redact(path).replaceAll('\n', '?');
}
