import { countNewlines } from '../../../output/newlines.ts';
import type { PartMatcher } from '../../../output/scan/part-matcher.ts';
import type { FoundLine } from './job.ts';
import type { ShownFile } from './shown-file.ts';

/** Of a longer line what is around the match is shown; in bytes. */
const longestLine = 600;
const beforeMatch = 400;
/** So far from it a long line is looked at, to see whether the match is in what may be shown. */
const judgedBytes = 16 * 1024;

type Request = {
  readonly bytes: Buffer;
  readonly shown: ShownFile;
  readonly matcher: PartMatcher;
  /** Where matches end, as the scanner found them. */
  readonly matchEnds: readonly number[];
  readonly context: number;
  /** At most so many that match. */
  readonly most: number;
};

/** The lines that match, and those around them, in order. */
export function linesInFile({ bytes, shown, matcher, matchEnds, context, most }: Request): FoundLine[] {
  const found = new Map<number, FoundLine>();
  let matches = 0;
  let counted = 0;
  let number = 1;
  for (const matchEnd of matchEnds) {
    const start = startOf(bytes, matchEnd);
    number += countNewlines(bytes.subarray(counted, start));
    counted = start;
    if (found.get(number)?.isMatch) continue;
    const end = endOf(bytes, start);
    const isLong = end - start > longestLine;
    const judged = isLong
      ? shown.part(Math.max(start, matchEnd - judgedBytes), Math.min(end, matchEnd + judgedBytes))
      : shown.part(start, end);
    if (!judged.matches(matcher)) continue;
    for (const [at, line] of linesBefore(bytes, start, context).entries()) {
      const place = number - 1 - at;
      if (!found.has(place))
        found.set(place, { number: place, text: show(shown, line, line.start), isMatch: false });
    }
    found.set(number, { number, text: show(shown, { start, end }, matchEnd), isMatch: true });
    for (const [at, line] of linesAfter(bytes, end, context).entries()) {
      const place = number + 1 + at;
      if (!found.has(place))
        found.set(place, { number: place, text: show(shown, line, line.start), isMatch: false });
    }
    matches += 1;
    if (matches === most) break;
  }
  return [...found.values()].sort((a, b) => a.number - b.number);
}

type Line = { readonly start: number; readonly end: number };

/** The line, or of a long one the part around a place. */
function show(file: ShownFile, { start, end }: Line, around: number): string {
  if (end - start <= longestLine) return file.part(start, end).text();
  const from =
    around - beforeMatch <= start
      ? start
      : Math.max(start, Math.min(around - beforeMatch, end - longestLine));
  const to = Math.min(end, from + longestLine);
  return `${from > start ? '…' : ''}${file.part(from, to).text()}${to < end ? '…' : ''}`;
}

/** Of the line that a match ends in. */
function startOf(bytes: Buffer, matchEnd: number): number {
  return matchEnd === 0 ? 0 : bytes.lastIndexOf(0x0a, matchEnd - 1) + 1;
}

function endOf(bytes: Buffer, start: number): number {
  const newline = bytes.indexOf(0x0a, start);
  return newline < 0 ? bytes.length : newline;
}

/** The nearest first. */
function linesBefore(bytes: Buffer, start: number, most: number): Line[] {
  const lines: Line[] = [];
  for (let end = start - 1; lines.length < most && end >= 0; ) {
    const line = { start: startOf(bytes, end), end };
    lines.push(line);
    end = line.start - 1;
  }
  return lines;
}

function linesAfter(bytes: Buffer, end: number, most: number): Line[] {
  const lines: Line[] = [];
  for (let start = end + 1; lines.length < most && start < bytes.length; ) {
    const line = { start, end: endOf(bytes, start) };
    lines.push(line);
    start = line.end + 1;
  }
  return lines;
}
