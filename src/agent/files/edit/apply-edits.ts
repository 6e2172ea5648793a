import { RingbackError } from '../../../base/errors.ts';
import { countNewlines } from '../../../output/newlines.ts';

export type Edit = { readonly old: string; readonly new: string; readonly all?: boolean };

export type Applied = {
  readonly after: Buffer;
  /** The lines where something was replaced, as they were numbered when it was. */
  readonly lines: readonly number[];
};

type Place = { readonly start: number; readonly end: number; readonly replacement: Buffer };

const MOST_NAMED = 10;

/**
 * One edit after the other, each on what the one before has left; if one does not apply, none does. Works on bytes:
 * whatever is not replaced stays as it is, in any encoding.
 */
export function applyEdits(before: Buffer, edits: readonly Edit[], name: string): Applied {
  let after = before;
  const lines: number[] = [];
  for (const [index, edit] of edits.entries()) {
    const which = edits.length > 1 ? `edits[${index}]: ` : '';
    const places = placesOf(after, edit, name, which);
    lines.push(...places.map(({ start }) => 1 + countNewlines(after.subarray(0, start))));
    after = replace(after, places);
  }
  if (after.equals(before)) throw new RingbackError('bad_request', `The edits leave ${name} as it is.`);
  return { after, lines };
}

function placesOf(bytes: Buffer, edit: Edit, name: string, which: string): readonly Place[] {
  if (edit.old === edit.new) throw new RingbackError('bad_request', `${which}"old" and "new" are the same.`);
  if (edit.old === '') {
    if (bytes.length === 0) return [{ start: 0, end: 0, replacement: Buffer.from(edit.new) }];
    throw new RingbackError(
      'bad_request',
      `${which}"old" is empty, which creates a file, but ${name} has text.`,
      'Replace a part of it that you have read.',
    );
  }
  const places = findAll(bytes, edit);
  if (places.length === 0)
    throw new RingbackError(
      'bad_request',
      `${which}"old" is not in ${name}, and nothing was changed.`,
      'Read the place again and copy it exactly: spaces and tabs count, line numbers do not belong to it.',
    );
  if (places.length > 1 && edit.all !== true) {
    const named = places.slice(0, MOST_NAMED).map(({ start }) => 1 + countNewlines(bytes.subarray(0, start)));
    const listed = named.join(', ') + (places.length > MOST_NAMED ? ', …' : '');
    throw new RingbackError(
      'bad_request',
      `${which}"old" is ${places.length} times in ${name} (line ${listed}), and nothing was changed.`,
      'Add lines around it until it is unique, or set all: true.',
    );
  }
  return places;
}

/** Newlines in `old` also stand for the CRLF of a file; `new` gets the line ends of what it replaces. */
function findAll(bytes: Buffer, { old, new: replacement, all = false }: Edit): Place[] {
  const asGiven = Buffer.from(replacement);
  const withReturns = Buffer.from(toReturns(replacement));
  const isPlain = !old.includes('\r');
  if (!isPlain) return find(bytes, Buffer.from(old), asGiven, all);
  if (!old.includes('\n'))
    return find(bytes, Buffer.from(old), usesReturns(bytes) ? withReturns : asGiven, all);
  return [
    ...find(bytes, Buffer.from(old), asGiven, all),
    ...find(bytes, Buffer.from(toReturns(old)), withReturns, all),
  ].sort((a, b) => a.start - b.start);
}

/** Places that overlap make a single one ambiguous, and are not all replaced. */
function find(bytes: Buffer, old: Buffer, replacement: Buffer, all: boolean): Place[] {
  const places: Place[] = [];
  for (let start = bytes.indexOf(old); start >= 0; ) {
    places.push({ start, end: start + old.length, replacement });
    start = bytes.indexOf(old, start + (all ? old.length : 1));
  }
  return places;
}

function replace(bytes: Buffer, places: readonly Place[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end, replacement } of places) {
    parts.push(bytes.subarray(at, start), replacement);
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

function toReturns(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

/** Whether most lines end with CRLF. */
function usesReturns(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, 64 * 1024);
  const returns = sample.toString('latin1').split('\r\n').length - 1;
  return returns > 0 && returns * 2 > countNewlines(sample);
}
