import { createAutomaton } from './automaton.ts';
import type { Detector, Findings } from './detector.ts';
import { outsideMarks } from './marks.ts';
import { mergeSpans, type Span } from './span.ts';
import { withWrappedRests } from './wrapped.ts';

/** All secrets in a text, in order and without overlaps. */
export type Finder = (text: string) => Span[];

/** One pass over the text finds the anchors of all detectors; each looks only at its own. */
export function createFinder(detectors: readonly Detector[]): Finder {
  const byAnchor = new Map<string, Detector[]>();
  for (const detector of detectors) {
    for (const anchor of detector.anchors) byAnchor.set(anchor, [...(byAnchor.get(anchor) ?? []), detector]);
  }
  const automaton = createAutomaton([...byAnchor.keys()]);
  const called = [...byAnchor.values()];

  return (text) => {
    const findings: Findings = { spans: [], marks: [], doneUntil: 0, namesDoneUntil: 0, longRunUntil: 0 };
    automaton.scan(text, (anchor, start) => {
      if (start < findings.doneUntil) return;
      for (const detector of called[anchor] ?? []) detector.look(text, start, findings);
    });
    return withWrappedRests(text, mergeSpans(outsideMarks(findings)));
  };
}
