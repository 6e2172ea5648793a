import { unitAt } from '../../../output/mapped-text.ts';
import type { PartMatcher } from '../../../output/scan/part-matcher.ts';
import { replaceSpans, type Span, vagueness } from '../../../redact/span.ts';
import { spansOf } from '../shown.ts';
import type { Source } from '../source.ts';
import { lookAt, type Part } from '../window.ts';

/** A line as it may be shown. */
export type ShownLine = {
  /** Where its text begins and ends, and where the next line begins. */
  readonly offset: number;
  readonly textEnd: number;
  readonly end: number;
  /** At most so much of it. */
  text(most: number): { readonly text: string; readonly isCut: boolean };
  /**
   * Whether a line that matches as printed also does in what is shown of it. Nothing depends on what is redacted: who may
   * not see a secret must not be able to guess it letter by letter.
   */
  matches(matcher: PartMatcher): boolean;
};

type TextPart = Part & { readonly type: 'text' };

/** The lines of `[from, to)`, which begins with one. What a carriage return has overwritten is a line of its own. */
export function* shownLines(source: Source, from: number, to: number): Generator<ShownLine> {
  for (const part of lookAt({ ...source, keepsReplaced: true }, from, to).parts) {
    if (part.type === 'gap') continue;
    const spans = allSpans(part);
    const stop = unitAt(part, to);
    let first = 0;
    for (let start = unitAt(part, from); start < stop; ) {
      const newline = part.text.indexOf('\n', start);
      const end = newline < 0 || newline > stop ? stop : newline;
      while ((spans[first]?.end ?? Number.POSITIVE_INFINITY) <= start) first += 1;
      yield describe(part, start, end, spansUpTo(spans, first, end));
      start = end + 1;
    }
  }
}

function describe(part: TextPart, start: number, end: number, spans: readonly Span[]): ShownLine {
  const { text, offsets } = part;
  const hasEnd = text[end] === '\n';
  const startsLine = start > 0 ? text[start - 1] === '\n' : !part.startsInside;
  return {
    offset: offsets[start] ?? 0,
    textEnd: offsets[end] ?? 0,
    end: (offsets[end] ?? 0) + (hasEnd ? 1 : 0),
    text(most) {
      const isCut = end - start > most || !startsLine;
      return { text: replaceSpans(text, spans, start, Math.min(end, start + most)), isCut };
    },
    matches(matcher) {
      if (spans.length === 0) return true;
      let at = start;
      for (const span of [...spans, { start: end, end }]) {
        const isLast = span.start >= end;
        const shown = text.slice(at, span.start);
        const part = { text: shown, startsLine: startsLine && at === start, endsLine: isLast };
        if (shown !== '' && matcher(part)) return true;
        at = Math.max(at, span.end);
        if (at >= end) break;
      }
      return false;
    },
  };
}

/** Also what is withheld at the end of a running process: it may become a secret. */
function allSpans(part: TextPart): readonly Span[] {
  const { text, settled, endsOpen } = part;
  const spans = spansOf(part);
  if (!endsOpen || settled >= text.length) return spans;
  const before = spans.filter((span) => span.start < settled);
  return [...before, { start: settled, end: text.length, id: 'unfinished', vagueness: vagueness.guess }];
}

function spansUpTo(spans: readonly Span[], first: number, end: number): readonly Span[] {
  let last = first;
  while ((spans[last]?.start ?? Number.POSITIVE_INFINITY) < end) last += 1;
  return last === first ? none : spans.slice(first, last);
}

const none: readonly Span[] = [];
