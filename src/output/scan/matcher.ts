import type { Side } from './regex/follower.ts';

/** No pattern has matched. */
export const none = -1;

/** What is known of the line that the text goes on with. */
export type Carried = {
  /** The first pattern that has matched in it so far, or `none`. */
  readonly pattern: number;
  /** It has been counted: nothing more is to be said of it. */
  readonly isTold: boolean;
};

/** The lines of a text that match. Numbers are places in the machine's text. */
export type Matches = {
  /** How many complete lines match. */
  readonly count: number;
  /** Of the first of them: start (-1: before the text), end, the end of what matched, and the pattern. */
  readonly rows: Int32Array;
  /** What matched in the last line, which is not complete, or `none`. */
  readonly restPattern: number;
  readonly restMatchEnd: number;
};

/** Finds matching lines in the machine's text. Carries what it needs of a line from one text to the next. */
export type Matcher = {
  /** How many bytes at the end of an unfinished line it wants to see again before the next text. */
  readonly overlap: number;
  /** What is before the next text: the edge of a line, or a character that is not known but for its kind. */
  reset(before: Side): void;
  /** At most `most` rows. A match that ends at `from` is the carried one. */
  run(from: number, to: number, most: number, carried: Carried): Matches;
  /** The first pattern that matches when the unfinished line ends here; or `none`, also for what `run` has found. */
  matchAtEnd(): number;
};
