import { unitAt } from '../../output/mapped-text.ts';
import { gapLine } from '../../output/text.ts';
import { mergeSpans, vagueness } from '../../redact/span.ts';
import type { Part, Window } from './window.ts';

/** A window as a model may see it, which knows the offset of each character. */
export type Shown = {
  readonly text: string;
  readonly runs: readonly Run[];
  /** Where it begins, and where to continue reading: not after what is withheld. */
  readonly from: number;
  readonly end: number;
  /** Whether text is withheld at the end: it may be the beginning of a secret, and more will come. */
  readonly isWithheld: boolean;
};

/** A piece of the shown text. Without `offsets` it is one unit (a mark, a line about a gap) and is not cut. */
type Run = {
  readonly at: number;
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly offsets?: Float64Array;
};

type TextPart = Part & { readonly type: 'text' };

/** Redacted first, whatever is cut afterwards (trap 8). */
export function show({ from, to, parts }: Window): Shown {
  const runs: Run[] = [];
  let text = '';
  let end = to;
  let isWithheld = false;
  const add = (run: Omit<Run, 'at'>): void => {
    if (run.text === '') return;
    runs.push({ at: text.length, ...run });
    text += run.text;
  };
  for (const part of parts) {
    if (part.type === 'text') {
      const stop = addText(part, from, to, add);
      if (part.endsOpen) end = Math.max(from, Math.min(end, part.offsets[part.settled] ?? end));
      isWithheld ||= part.endsOpen && part.settled < unitAt(part, to);
      end = Math.max(end, stop);
    } else if (part.to > from && part.from < to) {
      const isOnNewLine = text === '' || text.endsWith('\n');
      add({ text: (isOnNewLine ? '' : '\n') + gapLine(part.to - part.from), from: part.from, to: part.to });
    }
  }
  return { text, runs, from, end, isWithheld };
}

/** Returns where the last secret ends: its mark stands for all of it, and must not come again. */
function addText(part: TextPart, from: number, to: number, add: (run: Omit<Run, 'at'>) => void): number {
  const { text, offsets } = part;
  const offsetOf = (unit: number): number => offsets[unit] ?? to;
  const stop = Math.min(unitAt(part, to), part.endsOpen ? part.settled : text.length);
  let at = unitAt(part, from);
  for (const span of spansOf(part)) {
    if (span.end <= at || span.start >= stop) continue;
    if (span.start > at) addRun(at, span.start);
    add({
      text: `[REDACTED:${span.id}]`,
      from: offsetOf(Math.max(at, span.start)),
      to: offsetOf(span.end),
    });
    at = span.end;
  }
  if (at < stop) addRun(at, stop);
  return at > stop ? offsetOf(at) : 0;

  function addRun(start: number, end: number): void {
    add({
      text: text.slice(start, end),
      from: offsetOf(start),
      to: offsetOf(end),
      offsets: offsets.subarray(start, end + 1),
    });
  }
}

/** What a gap cut off will never be complete: what may be half a secret gets a mark. */
export function spansOf({ text, spans, settled, endsOpen }: TextPart) {
  if (endsOpen || settled >= text.length) return spans;
  const rest = { start: settled, end: text.length, id: 'unfinished', vagueness: vagueness.guess };
  return mergeSpans([...spans, rest]);
}

/** The offset of a character of the shown text. */
export function offsetAt({ runs, end }: Shown, index: number): number {
  const run = runs.findLast(({ at }) => at <= index);
  if (run === undefined || index >= run.at + run.text.length) return end;
  return run.offsets?.[index - run.at] ?? run.from;
}

/** The run that must not be cut and would be at `index`. */
export function uncutRunAt({ runs }: Shown, index: number): { start: number; end: number } | undefined {
  const run = runs.findLast(({ at }) => at < index);
  if (run === undefined || run.offsets || index >= run.at + run.text.length) return undefined;
  return { start: run.at, end: run.at + run.text.length };
}

/** Stands for what is withheld if no later answer will show it. */
export function withheldMark({ isWithheld }: Shown): string {
  return isWithheld ? '[REDACTED:unfinished]' : '';
}
