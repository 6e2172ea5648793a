import { RingbackError } from '../../base/errors.ts';
import { ENTRY_NAME } from './client.ts';

/** The errors of this folder. In each case nothing was written. */
export function malformed(language: string, line: number, what = 'it cannot be read'): RingbackError {
  return new RingbackError(
    'failed',
    `This is not valid ${language}: ${what} (line ${line}).`,
    'Fix it first; nothing was changed. To add the entry by hand, get it with --print.',
  );
}

export function notOurs(path: readonly string[]): RingbackError {
  return new RingbackError(
    'failed',
    `"${path.join('.')}" already exists and does not start ringback; it was not changed.`,
    `Rename or remove it, then run this again.`,
  );
}

export function notAnObject(path: readonly string[]): RingbackError {
  return new RingbackError(
    'failed',
    `"${path.join('.')}" should be a table of entries, but holds something else; it was not changed.`,
    'Fix it first, then run this again.',
  );
}

export function notEditable(what: string): RingbackError {
  return new RingbackError(
    'failed',
    `${what}; Ringback does not edit that, so nothing was changed.`,
    `Change it by hand: --print shows the entry "${ENTRY_NAME}" that belongs there.`,
  );
}

export function editedWrongly(): RingbackError {
  return new RingbackError(
    'failed',
    'The change would have damaged the file, so nothing was written. This is a bug in Ringback.',
    'To add the entry by hand, get it with --print.',
  );
}
