import { RingbackError } from '../base/errors.ts';
import { type LineRange, readFrom, readLastLines, readLines } from '../output/line-range.ts';
import { totalLines } from '../output/lines.ts';
import { piecesOf } from '../output/read.ts';
import type { Output } from '../output/segments.ts';
import { cleanPieces } from '../output/text.ts';
import { sinceToOffset } from '../output/time.ts';
import { type Context, getSnapshot } from './context.ts';
import { encodeCursor, parseCursor } from './cursor.ts';
import { isComplete, outputOf } from './keep-output.ts';
import { isEnded } from './life.ts';
import { whereToReadOn } from './new-text.ts';
import type { ProcessSnapshot } from './types.ts';

export type LogRequest = {
  /** Lines; 0 is the head, absent is the tail. */
  readonly offset?: number;
  /** Lines; default 200. */
  readonly limit?: number;
  /** What is new since an earlier answer; wins over offset. */
  readonly cursor?: string;
  /** Milliseconds since 1970: from the last index record before that time (at most 10 s early). */
  readonly since?: number;
};

export type LogResult = {
  readonly process: ProcessSnapshot;
  /** Cleaned text: valid UTF-8, no ANSI. */
  readonly output: string;
  readonly totalLines: number;
  /** Line numbers shown, first inclusive, last exclusive, counted from 0. */
  readonly showing: { readonly first: number; readonly last: number };
  readonly cursor: string;
  /** Missing byte ranges inside what was asked for. */
  readonly gaps: readonly Gap[];
};

export type Gap = { readonly from: number; readonly to: number };

/** Lines of the log: the tail, from a line number, from a cursor, or from a time. */
export async function log(context: Context, id: string, request: LogRequest = {}): Promise<LogResult> {
  const process = getSnapshot(context, id);
  const output = outputOf(context, process);
  const range = chooseRange(output, request, context.config.logLines);
  const isFinal = isComplete(process) && range.to >= output.end;
  const readOn = isFinal ? range.to : whereToReadOn(range.chunks.at(-1), range.to);
  return {
    process,
    output: cleanPieces(piecesOf(range), { isFinal }),
    totalLines: totalLines(output),
    showing: { first: range.first, last: range.last },
    cursor: encodeCursor(Math.max(readOn, range.from)),
    gaps: range.gaps,
  };
}

function chooseRange(output: Output, request: LogRequest, defaultLimit: number): LineRange {
  const { offset, cursor, since, limit } = request;
  checkStart(request);
  if (cursor !== undefined) return readFrom(output, parseCursor(cursor), limit);
  if (since !== undefined) return readFrom(output, sinceToOffset(output, since), limit);
  if (offset !== undefined) return readLines(output, offset, limit ?? defaultLimit);
  return readLastLines(output, limit ?? defaultLimit);
}

export function checkStart({ offset, cursor, since }: LogRequest): void {
  const starts = Object.entries({ offset, cursor, since }).filter(([, value]) => value !== undefined);
  if (starts.length > 1)
    throw new RingbackError(
      'bad_request',
      `${starts.map(([name]) => `"${name}"`).join(' and ')} exclude each other: each says where to begin.`,
    );
}

/** Whether it shows the last byte of the command's own output; what is left behind may print on. */
export function reachesEnd({ process: { life }, cursor }: LogResult, printed: number): boolean {
  return isEnded(life) && Number(cursor) >= (life.state === 'exited' ? life.exit.finalOffset : printed);
}
