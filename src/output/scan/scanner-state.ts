import type { EscapeState } from '../escape-codes.ts';

/**
 * All that has to be saved so that scanning goes on after a crash without counting a line twice or missing one. It
 * holds no text: the line that is not complete is read again.
 */
export type ScannerState = {
  /** Read on from here. */
  readonly position: number;
  /** Where the line begins that `position` is in: before it only when the line is longer than any buffer. */
  readonly lineStart: number;
  /** Whether `^` matches at `position`. Not inside of a line, nor behind a gap. */
  readonly isLineStart: boolean;
  /** The line that begins at `lineStart` has been counted. */
  readonly isTold: boolean;
  /** Where the parser for escape codes stands at `position`. */
  readonly escape: EscapeState;
  /** How many bytes were gone before they could be looked at, since the beginning. */
  readonly unscanned: number;
};

/** To begin at `position`, which is taken for the beginning of a line. */
export function scannerStateAt(position: number): ScannerState {
  return { position, lineStart: position, isLineStart: true, isTold: false, escape: 'text', unscanned: 0 };
}
