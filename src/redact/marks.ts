import { bisect } from '../output/bisect.ts';
import type { Detector, Findings } from './detector.ts';
import type { Span } from './span.ts';

const mark = /\[REDACTED:[a-z0-9-]{2,60}\]/y;

/** Whether something was redacted in a text: it is not what it was made from. */
export function hasMark(text: string): boolean {
  return text.search(mark.source) >= 0;
}

/** What was redacted before is left as it is, so that redacting twice changes nothing. */
export const markDetector: Detector = {
  anchors: ['[redacted:'],
  look(text, at, findings) {
    mark.lastIndex = at;
    if (!mark.test(text)) return;
    findings.marks.push([at, mark.lastIndex]);
    findings.doneUntil = Math.max(findings.doneUntil, mark.lastIndex);
  },
};

/** Drops spans that begin or end inside a mark. */
export function outsideMarks({ spans, marks }: Findings): Span[] {
  if (marks.length === 0) return spans;
  return spans.filter((span) => !isInside(marks, span.start) && !isInside(marks, span.end));
}

function isInside(marks: Findings['marks'], place: number): boolean {
  const next = bisect(marks.length, (at) => (marks[at]?.[1] ?? 0) > place);
  const [start] = marks[next] ?? [place];
  return start < place;
}
