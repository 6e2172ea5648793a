import { cleanText } from '../../output/clean-text.ts';
import { lookBack } from '../../redact/limits.ts';
import type { Redactor } from '../../redact/redactor.ts';
import { moveSpans, type Span } from '../../redact/span.ts';

/** So many bytes around what is shown decide what is secret in it; a character has at most 4. */
export const aroundBytes = 4 * lookBack;

/** A line, cleaned. `isCut`: what follows in the same line is not in `text`, and was not looked at. */
export type Line = { readonly text: string; readonly isCut: boolean };

/** A line with its secrets, by their place in it; one that spans lines is in each of them. */
export type InspectedLine = Line & { readonly spans: readonly Span[] };

const innerBreaks = /[\r\v\f\u0085\u2028\u2029]/g;

/** A line without its end, and without what nobody sees. It stays one line: only a newline ends lines here. */
export function cleanLine(line: string): string {
  return cleanText(withoutReturn(line).replace(innerBreaks, ' '));
}

export function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** `startsInside`: the first line may be the rest of one. */
export function inspectLines(
  redactor: Redactor,
  lines: readonly Line[],
  startsInside: boolean,
): InspectedLine[] {
  const text = lines.map((line) => line.text).join('\n');
  const starts: number[] = [];
  const spans: Span[] = [];
  let segment = 0;
  let at = 0;
  const inspect = (to: number): void => {
    const { spans: found } = redactor.inspect(text.slice(segment, to), {
      afterGap: segment > 0 || startsInside,
    });
    spans.push(...moveSpans(found, segment));
    segment = to;
  };
  for (const line of lines) {
    starts.push(at);
    at += line.text.length;
    // No secret is recognized across what was left out.
    if (line.isCut) inspect(at);
    at += 1;
  }
  inspect(text.length);
  let first = 0;
  return lines.map((line, index) => {
    const start = starts[index] ?? 0;
    const end = start + line.text.length;
    while ((spans[first]?.end ?? Number.POSITIVE_INFINITY) <= start) first += 1;
    const own: Span[] = [];
    for (
      let next = first;
      (spans[next]?.start ?? Number.POSITIVE_INFINITY) < Math.max(end, start + 1);
      next += 1
    ) {
      const span = spans[next];
      if (span) own.push(span);
    }
    return { ...line, spans: moveSpans(own, -start) };
  });
}

/** Not between the halves of a character. */
export function cutAt(text: string, most: number): number {
  if (text.length <= most) return text.length;
  const code = text.charCodeAt(most);
  return code >= 0xdc00 && code <= 0xdfff ? most - 1 : most;
}
