import { type Chunk, pieceBytes, readPieces } from '../../../output/read.ts';
import { createPartMatcher } from '../../../output/scan/part-matcher.ts';
import { type CompiledPatterns, compilePatterns } from '../../../output/scan/patterns.ts';
import { createScanner, type Found, type MatchedLine, type Scanner } from '../../../output/scan/scanner.ts';
import { type ScannerState, scannerStateAt } from '../../../output/scan/scanner-state.ts';
import type { Gap, Output } from '../../../output/segments.ts';
import type { Source } from '../source.ts';
import { createLineFinder } from './line-finder.ts';
import { findRegions, type Region } from './regions.ts';
import { type ShownLine, shownLines } from './shown-lines.ts';

export type SearchRequest = {
  /** A literal, or a regular expression between slashes, as for watches. */
  readonly pattern: string;
  /** Lines before and after each that matches. */
  readonly context: number;
  /** Stop after so many lines that match. */
  readonly limit: number;
  /** Only their number is wanted. */
  readonly countOnly: boolean;
  /** Nothing is redacted: what matches is shown as it is. */
  readonly isRaw: boolean;
};

/** How far a search has come; from here it can go on. */
export type Progress = {
  /** Everything before this offset is done. */
  readonly position: number;
  readonly count: number;
  /** Lines that are still to be shown after the last that matched. */
  readonly due: number;
};

export type FoundLine = {
  /** Its number, counted from 0. */
  readonly line: number;
  readonly offset: number;
  readonly text: string;
  /** False for a line around one that matches. */
  readonly match: boolean;
  /** `text` is not all of it. */
  readonly cut?: true;
};

export type SearchEvent =
  | { readonly type: 'lines'; readonly lines: readonly FoundLine[]; readonly progress: Progress }
  | ({ readonly type: 'gap'; readonly progress: Progress } & Gap)
  /** `next`: it stopped at the limit, before this line; more may match. */
  | { readonly type: 'done'; readonly next?: number; readonly progress: Progress };

/** Of a longer line only the beginning is shown. */
const longestText = 16 * 1024;
/** Characters in one event. */
const eventCharacters = 64 * 1024;
/** So few bytes have no more lines than a scanner lists. */
const denseBytes = 1024;

/**
 * All lines that match, in order. The scanner looks at the bytes as printed; what it finds counts only if the text
 * that is shown matches too.
 */
export function* search(source: Source, request: SearchRequest, start: Progress): Generator<SearchEvent> {
  const { output } = source;
  const { context, limit, countOnly, isRaw } = request;
  const patterns = compilePatterns([request.pattern]);
  const matcher = createPartMatcher(patterns);
  const finder = createLineFinder(output);
  let { position, count, due } = start;
  /** The scanner's own count will do. */
  const countsRaw = countOnly && isRaw;
  let lines: FoundLine[] = [];
  let characters = 0;

  const progress = (): Progress => ({ position, count, due });

  const add = (offset: number, match: boolean, shown: { text: string; isCut: boolean }): void => {
    const { text, isCut } = shown;
    lines.push({ line: finder.numberOf(offset), offset, text, match, ...(isCut && { cut: true }) });
    characters += text.length + 40;
  };

  function* flush(least = 1): Generator<SearchEvent> {
    if (characters < least) return;
    yield { type: 'lines', lines, progress: progress() };
    lines = [];
    characters = 0;
  }

  /** As the scanner gives them. */
  function* showRaw(found: readonly MatchedLine[]): Generator<SearchEvent> {
    for (const hit of found) {
      if (count === limit) break;
      count += 1;
      add(hit.offset, true, hit);
      if (characters < eventCharacters && hit !== found.at(-1)) continue;
      position = Math.max(position, finder.endAfter(hit.matchEnd, 1));
      yield* flush();
    }
  }

  function* showRegion({ from, to, hits }: Region): Generator<SearchEvent> {
    const before: ShownLine[] = [];
    let next = 0;
    if (from > position) due = 0;
    const show = (line: ShownLine, match: boolean, offset = line.offset): void => {
      if (!countOnly) add(offset, match, line.text(longestText));
      position = line.end;
    };
    for (const line of shownLines(source, from, to)) {
      // What matched is not shown at all: what a shell prints at its start.
      while ((hits[next]?.matchEnd ?? Number.POSITIVE_INFINITY) <= line.offset) next += 1;
      const hit = hits[next];
      const isHit = hit !== undefined && hit.matchEnd <= line.textEnd;
      if (isHit) next += 1;
      if (isHit && line.matches(matcher)) {
        for (const earlier of before.splice(0)) show(earlier, false);
        count += 1;
        due = context;
        show(line, true, Math.max(from, hit.offset));
        yield* flush(eventCharacters);
        if (count === limit) break;
      } else if (due > 0) {
        due -= 1;
        show(line, false);
      } else if (context > 0) {
        before.push(line);
        if (before.length > context) before.shift();
      }
    }
    yield* flush();
  }

  /** `judged`: before this offset every line is known to match or not. */
  function* show(found: readonly MatchedLine[], judged: number): Generator<SearchEvent> {
    if (found.length === 0 && due === 0) return;
    if (isRaw && context === 0) return yield* showRaw(found);
    for (const region of findRegions({ finder, found, judged, context, due, shown: position })) {
      yield* showRegion(region);
      if (count === limit) return;
    }
  }

  function* scan(): Generator<SearchEvent> {
    const lister = createLister(output, patterns, position, !countsRaw);
    for (const piece of readPieces(output, position, output.end, pieceBytes)) {
      if (piece.type === 'gap') {
        lister.scanner.gap(piece.from, piece.to);
        yield* show(lister.scanner.take().lines, piece.from);
        position = Math.max(position, piece.to);
        due = 0;
        yield { type: 'gap', from: piece.from, to: piece.to, progress: progress() };
      } else {
        finder.hold(piece);
        const found = lister.scan(piece);
        if (countsRaw) count += found.count;
        else yield* show(found.lines, lister.scanner.state.lineStart);
      }
      if (count >= limit) return;
    }
    lister.scanner.lookAtUnfinishedLine();
    const last = lister.scanner.take();
    if (countsRaw) count += last.count;
    else yield* show(last.lines, output.end);
  }

  if (count < limit) yield* scan();
  const stopped = count >= limit && { next: finder.numberOf(position) };
  if (stopped && due > 0) yield* showRegion({ from: position, to: finder.endAfter(position, due), hits: [] });
  due = 0;
  yield { type: 'done', ...stopped, progress: progress() };
}

/** A scanner that lists every line, also where there are more of them than it lists at once. */
function createLister(output: Output, patterns: CompiledPatterns, position: number, wantsLines: boolean) {
  const mostLines = wantsLines ? Number.POSITIVE_INFINITY : 0;
  const begin = (state: ScannerState): Scanner => createScanner(patterns, state, { mostLines });
  let scanner = begin(scannerStateAt(position));

  /** Once more, in pieces so small that no line is left out. */
  const scanAgain = (state: ScannerState, end: number): Found => {
    scanner = begin(state);
    for (const piece of readPieces(output, state.position, end)) {
      if (piece.type === 'gap') scanner.gap(piece.from, piece.to);
      else
        for (let at = 0; at < piece.bytes.length; at += denseBytes)
          scanner.scan(piece.bytes.subarray(at, at + denseBytes), piece.offset + at);
    }
    return scanner.take();
  };

  return {
    get scanner() {
      return scanner;
    },
    scan({ offset, bytes }: Chunk): Found {
      const { state } = scanner;
      scanner.scan(bytes, offset);
      const found = scanner.take();
      return !wantsLines || found.count === found.lines.length
        ? found
        : scanAgain(state, offset + bytes.length);
    },
  };
}
