import { closeSync, fstatSync, openSync, readFileSync, rmSync } from 'node:fs';
import { parseVariables } from './variables.ts';

/** More than this is no environment that anybody meant. */
const LARGEST = 1024 * 1024;

export type End =
  | { readonly kind: 'ended'; readonly cwd: string; readonly variables: Record<string, string> }
  | { readonly kind: 'too_large'; readonly bytes: number }
  /** The shell said nothing (it was killed, or replaced by `exec`), or not to its end. */
  | { readonly kind: 'nothing' };

/** Reads and removes what a followed command's shell wrote at its end. */
export function takeEnd(path: string): End {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const { size } = fstatSync(descriptor);
      return size > LARGEST ? { kind: 'too_large', bytes: size } : parseEnd(readFileSync(descriptor, 'utf8'));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return { kind: 'nothing' };
  } finally {
    rmSync(path, { force: true });
  }
}

export function parseEnd(text: string): End {
  const { RINGBACK_CWD: cwd, ...variables } = parseVariables(text);
  return text.endsWith('\0') && cwd?.startsWith('/')
    ? { kind: 'ended', cwd, variables }
    : { kind: 'nothing' };
}
