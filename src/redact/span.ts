/** A part of a text that must not be shown. */
export type Span = {
  readonly start: number;
  readonly end: number;
  /** What it was found as: the name in its mark. */
  readonly id: string;
  /** Of several names for one secret the most specific one is shown: the lowest. */
  readonly vagueness: number;
};

export const vagueness = { exact: 0, structure: 1, guess: 2 } as const;

/** In order and without overlaps. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) merged.push(span);
    else
      merged[merged.length - 1] = {
        ...mostTelling(last, span),
        start: last.start,
        end: Math.max(last.end, span.end),
      };
  }
  return merged;
}

function mostTelling(a: Span, b: Span): Span {
  return b.vagueness < a.vagueness ? b : a;
}

/** The text from `from` to `to`, with a mark in place of every span; a partly included span counts whole. */
export function replaceSpans(text: string, spans: readonly Span[], from = 0, to = text.length): string {
  let out = '';
  let at = from;
  for (const { start, end, id } of spans) {
    if (end <= from || start >= to) continue;
    out += `${text.slice(at, Math.max(at, start))}[REDACTED:${id}]`;
    at = end;
  }
  return at < to ? out + text.slice(at, to) : out;
}

/** Spans of a part of a text, in the text. */
export function moveSpans(spans: readonly Span[], by: number): Span[] {
  return spans.map((span) => ({ ...span, start: span.start + by, end: span.end + by }));
}

/** `at`, or the start of the span that contains it. */
export function outsideSpans(spans: readonly Span[], at: number): number {
  return spans.find(({ start, end }) => start < at && at < end)?.start ?? at;
}
