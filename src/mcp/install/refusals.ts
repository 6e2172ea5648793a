import { RingbackError } from '../../base/errors.ts';
import { ENTRY_NAME } from './client.ts';

/** The errors of this folder. In each case nothing was written. */
export function malformed(language: string, line: number, what = 'it cannot be read'): RingbackError {
  return new RingbackError(
    'failed',
    `This is not valid ${language}: ${what} (line ${line}).`,
    'Fix it first; nothing was changed. With --print you get the entry to add by hand.',
  );
}

export function notOurs(path: readonly string[]): RingbackError {
  return new RingbackError(
    'failed',
    `"${path.join('.')}" is there already and does not start ringback; it was left alone.`,
    `Rename or remove it, then run this again.`,
  );
}

export function notAnObject(path: readonly string[]): RingbackError {
  return new RingbackError(
    'failed',
    `"${path.join('.')}" should hold a table of entries and holds something else; it was left alone.`,
    'Fix it first, then run this again.',
  );
}

export function notEditable(what: string): RingbackError {
  return new RingbackError(
    'failed',
    `${what}; that is not edited here and was left alone.`,
    `Change it by hand: --print shows the entry "${ENTRY_NAME}" that belongs there.`,
  );
}

export function editedWrongly(): RingbackError {
  return new RingbackError(
    'failed',
    'The change would have spoiled the file, so nothing was written. This is a defect of Ringback.',
    'With --print you get the entry to add by hand.',
  );
}
