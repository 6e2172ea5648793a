import { readPieces } from '../output/read.ts';
import type { Found, MatchedLine } from '../output/scan/scanner.ts';
import { type Output, startOfKept } from '../output/segments.ts';
import { cleanWithGaps } from '../output/text.ts';
import { lookBack } from '../redact/limits.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { FoundMatch } from './offer.ts';

/** What a scan step found, as the policy wants it. Undefined when it found nothing. */
export function toFoundMatch(
  found: Found,
  patterns: readonly string[],
  output: () => Output,
  redactor: Redactor,
): FoundMatch | undefined {
  const [first] = found.lines;
  if (!first) return undefined;
  const show = (line: MatchedLine) => redactLine(line, output(), redactor);
  const firstLine = show(first);
  return {
    firstLine,
    lines: () => [firstLine, ...found.lines.slice(1).map(show)],
    count: found.count,
    pattern: patterns[first.pattern] ?? '',
    offset: first.offset,
  };
}

/** A line in the middle of a key looks harmless: what was printed before it is looked at too. */
function redactLine(matched: MatchedLine, output: Output, redactor: Redactor): string {
  const { offset, text, isCut, isComplete } = matched;
  const from = startOfKept(output, offset, lookBack);
  const before = cleanWithGaps(readPieces(output, from, offset), { isFinal: true });
  const line = redactor.redact(before.text + text, {
    from: before.text.length,
    gaps: before.gaps,
    afterGap: from > 0,
    isOpen: !isComplete || isCut,
  });
  return isCut ? `${line} …` : line;
}
