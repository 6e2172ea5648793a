import { closeSync, fstatSync, openSync, readFileSync, rmSync } from 'node:fs';
import { parseVariables } from './variables.ts';

/** A larger environment is not intended. */
const LARGEST = 1024 * 1024;

export type End =
  | { readonly kind: 'ended'; readonly cwd: string; readonly variables: Record<string, string> }
  | { readonly kind: 'too_large'; readonly bytes: number }
  /** The shell wrote nothing (it was killed, or replaced by `exec`), or did not finish writing. */
  | { readonly kind: 'nothing' };

/** Reads and removes what the shell of a followed command wrote at its end. */
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

function parseEnd(text: string): End {
  const { RINGBACK_CWD: cwd, ...variables } = parseVariables(text);
  return text.endsWith('\0') && cwd?.startsWith('/')
    ? { kind: 'ended', cwd, variables }
    : { kind: 'nothing' };
}
