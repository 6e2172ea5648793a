import type { Span } from './span.ts';

/** Looks for one kind of secret, only where one of its anchors is. */
export type Detector = {
  /** In lower case; found whatever the case in the text. */
  readonly anchors: readonly string[];
  /** Adds what it finds around the anchor that begins at `at`. Its cost must not depend on the length of the text. */
  readonly look: (text: string, at: number, findings: Findings) => void;
};

/** What was found in one text so far. */
export type Findings = {
  readonly spans: Span[];
  /** Marks of what was redacted before, each from its start to its end. */
  readonly marks: [number, number][];
  /** No further look at anchors that begin before this: they are part of something that was dealt with. */
  doneUntil: number;
  /** The same for names of assignments only. */
  namesDoneUntil: number;
  /** The end of the last run of characters that is too long to be a name and a value. */
  longRunUntil: number;
};
