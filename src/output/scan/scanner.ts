import { cutCharacterBytes } from '../half-codes.ts';
import { type Block, cleanBlock } from './block.ts';
import { createMatcher } from './create-matcher.ts';
import { blockBytes, mostRows } from './machine.ts';
import { none } from './matcher.ts';
import type { CompiledPatterns } from './patterns.ts';
import { type ScannerState, scannerStateAt } from './scanner-state.ts';
import { appendText, beginLine, joinText, type ReturnPoint, type UnfinishedLine } from './unfinished-line.ts';

export type MatchedLine = {
  /** Where the line begins. */
  readonly offset: number;
  /** The offset behind what matched. */
  readonly matchEnd: number;
  /** The first pattern of the list that matches. */
  readonly pattern: number;
  /** The line without escape codes and controls, at most 16 KiB of it. */
  readonly text: string;
  /** `text` is not all of the line. */
  readonly isCut: boolean;
  /** False for one that was counted before its end was seen: it may go on. */
  readonly isComplete: boolean;
};

export type Found = {
  /** The matching lines in order, at most as many as were asked for. */
  readonly lines: readonly MatchedLine[];
  /** How many lines matched. */
  readonly count: number;
};

export type Scanner = {
  /** The offset of the next byte to look at. */
  readonly position: number;
  /** To be saved in one transaction with what was taken. */
  readonly state: ScannerState;
  /** There is text behind the last line end that has not been counted. */
  readonly hasUnfinishedLine: boolean;
  /**
   * Looks at bytes that begin at `offset`. Those that it has seen are left out; those missing before are a gap. Lines
   * are counted when they are complete.
   */
  scan(bytes: Uint8Array, offset: number): void;
  /** Bytes up to `to` will never come: the line before ends here, and what follows is the rest of some other one. */
  gap(from: number, to: number): void;
  /** Looks at the last line as if it ended here: a prompt has no line end. Counted now, it is not counted again. */
  lookAtUnfinishedLine(): void;
  /** What was found since the last time. */
  take(): Found;
};

type ScannerOptions = {
  /** Of what is found between two takes, so many lines are given; the others are only counted. */
  readonly mostLines?: number;
};

const nothing = Buffer.alloc(0);

/**
 * Looks at every line of a process's output once, however it is cut into chunks (promise 9). Text behind a carriage
 * return is a line of its own. A line longer than 128 KiB is judged at every 128 KiB, so that it is heard of at all; after a
 * crash in the middle of such a one, what began more than 128 KiB before is not seen again.
 */
export function createScanner(
  patterns: CompiledPatterns,
  state: ScannerState = scannerStateAt(0),
  { mostLines = 100 }: ScannerOptions = {},
): Scanner {
  const matcher = createMatcher(patterns);
  let { position, unscanned, escape: parser } = state;
  let line = resumeLine(state);
  /** The beginning of a character whose rest is still to come. */
  let held: Buffer = nothing;
  /** How many bytes may still be the rest of a character that a gap has cut. */
  let cutBytes = state.isLineStart ? 0 : 3;
  let lines: MatchedLine[] = [];
  let count = 0;
  matcher.reset(state.isLineStart ? 'edge' : 'other');

  const tell = (told: MatchedLine): void => {
    count += 1;
    if (lines.length < mostLines) lines.push(told);
  };

  /** Counts the unfinished line, if it matches and has not been counted. */
  const judge = (pattern: number, matchEnd: number, isComplete: boolean): void => {
    if (pattern === none || line.isTold) return;
    line.isTold = true;
    tell({ offset: line.start, matchEnd, pattern, ...joinText(line, nothing), isComplete });
  };

  const judgeAsEnded = (isComplete: boolean): void => {
    const last = matcher.matchAtEnd();
    const isNew = last !== none && (line.pattern === none || last < line.pattern);
    judge(isNew ? last : line.pattern, isNew ? position - held.length : line.matchEnd, isComplete);
  };

  const scanBlock = (bytes: Uint8Array, isFinal = false): void => {
    const start = { held, offset: position - held.length, escape: parser, tail: line.tail };
    const block = cleanBlock(start, bytes, isFinal);
    const most = Math.min(mostRows, mostLines - lines.length);
    const matches = matcher.run(block.from, block.to, most, line);
    const carriedEnd = line.matchEnd;
    const hasCarried = line.pattern !== none;
    const offsetOf = (matchEnd: number): number =>
      hasCarried && matchEnd === block.from ? carriedEnd : block.locate(matchEnd);
    for (let row = 0; row < Math.min(matches.count, most); row += 1) {
      const [start = -1, end = 0, matchEnd = 0, pattern = 0] = matches.rows.subarray(row * 4, row * 4 + 4);
      const isCarried = start === -1;
      const offset = isCarried ? line.start : block.locate(start);
      const text = block.text.subarray(isCarried ? block.begin : start, end);
      const owner = isCarried ? line : beginLine(offset, true);
      tell({ offset, matchEnd: offsetOf(matchEnd), pattern, ...joinText(owner, text), isComplete: true });
    }
    count += matches.count - Math.min(matches.count, most);
    const restEnd = matches.restPattern === none ? carriedEnd : offsetOf(matches.restMatchEnd);
    position += bytes.length;
    held = block.held;
    parser = block.escape;
    line = nextLine(line, block, matcher.overlap);
    line.pattern = matches.restPattern;
    line.matchEnd = restEnd;
  };

  const gap = (to: number): void => {
    if (held.length > 0) scanBlock(nothing, true);
    judgeAsEnded(true);
    unscanned += to - position;
    position = to;
    line = beginLine(to, false);
    parser = 'text';
    cutBytes = 3;
    matcher.reset('other');
  };

  /** Up to where the unfinished line is judged next. */
  const roomInLine = (): number => blockBytes - ((position - line.start) % blockBytes);

  return {
    get position() {
      return position;
    },
    get state() {
      const [point = { position: line.start, escape: 'text' } satisfies ReturnPoint] = line.returnPoints;
      const isLineStart = line.isLineStart && point.position === line.start;
      return { ...point, lineStart: line.start, isLineStart, isTold: line.isTold, unscanned };
    },
    get hasUnfinishedLine() {
      return line.head.length > 0 && !line.isTold;
    },
    scan(bytes, offset) {
      if (offset > position) gap(offset);
      let at = position - offset;
      if (at < bytes.length && cutBytes > 0) {
        const cut = cutCharacterBytes(Buffer.from(bytes.subarray(at, at + cutBytes)), cutBytes);
        cutBytes = at + cut === bytes.length ? cutBytes - cut : 0;
        position += cut;
        at += cut;
      }
      while (at < bytes.length) {
        const part = bytes.subarray(at, at + roomInLine());
        scanBlock(part);
        at += part.length;
        if (position === line.start || (position - line.start) % blockBytes > 0) continue;
        judge(line.pattern, line.matchEnd, false);
        line.returnPoints = [
          ...line.returnPoints,
          { position: position - held.length, escape: parser },
        ].slice(-2);
      }
    },
    gap(from, to) {
      if (from > position)
        throw new Error(`bytes ${position} to ${from} were neither scanned nor said to be gone`);
      if (to > position) gap(to);
    },
    lookAtUnfinishedLine: () => judgeAsEnded(false),
    take() {
      const found = { lines, count };
      lines = [];
      count = 0;
      return found;
    },
  };
}

function resumeLine(state: ScannerState): UnfinishedLine {
  const { position, lineStart, isTold } = state;
  const returnPoints = [{ position, escape: state.escape }];
  return { ...beginLine(lineStart, state.isLineStart), returnPoints, isTold, isCut: position > lineStart };
}

/** The line that is unfinished at the end of the block: the one from before, or one that begins in it. */
function nextLine(line: UnfinishedLine, block: Block, overlap: number): UnfinishedLine {
  const { text, to, lastLine } = block;
  const next = lastLine === undefined ? line : beginLine(lastLine.offset, true);
  const from = lastLine?.start ?? block.from;
  appendText(next, text.subarray(lastLine?.start ?? block.begin, to));
  next.tail = Buffer.from(text.subarray(Math.max(from, to - overlap), to));
  return next;
}
