import { RingbackError } from '../base/errors.ts';

/** A cursor is the offset behind the last byte looked at; to callers it is opaque. */
export function encodeCursor(offset: number): string {
  return String(offset);
}

export function parseCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new RingbackError(
    'bad_request',
    `${JSON.stringify(cursor)} is not a cursor.`,
    'Pass on the cursor of an earlier answer, or none.',
  );
}
