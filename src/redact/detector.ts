import type { Span } from './span.ts';

/** Looks for one kind of secret, only near its anchors. */
export type Detector = {
  /** In lower case; matched in any case. */
  readonly anchors: readonly string[];
  /** Adds what it finds around the anchor that begins at `at`. Its cost must not depend on the length of the text. */
  readonly look: (text: string, at: number, findings: Findings) => void;
};

/** What was found in one text so far. */
export type Findings = {
  readonly spans: Span[];
  /** Marks of what was redacted before, each from start to end. */
  readonly marks: [number, number][];
  /** Skip anchors that begin before this: they are part of something already handled. */
  doneUntil: number;
  /** The same, only for names of assignments. */
  namesDoneUntil: number;
  /** The end of the last run of characters that is too long for a name and a value. */
  longRunUntil: number;
};
