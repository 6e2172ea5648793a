import type { Config } from '../../base/config.ts';
import { encodeCursor, parseCursor } from '../../engine/cursor.ts';
import type { LogRequest, LogResult } from '../../engine/log.ts';
import { checkStart } from '../../engine/log.ts';
import type { ProcessSnapshot } from '../../engine/types.ts';
import { type LineRange, readFrom, readLastLines, readLines } from '../../output/line-range.ts';
import { endsInsideLine, offsetToLine, totalLines } from '../../output/lines.ts';
import type { Output } from '../../output/segments.ts';
import { sinceToOffset } from '../../output/time.ts';
import { cutToFirst, cutToLast } from './cut.ts';
import { show } from './shown.ts';
import type { Source } from './source.ts';
import { lookAt } from './window.ts';

/** `note`: that it is incomplete, and how to read the rest. */
export type LogView = LogResult & { readonly note?: string };

type LogConfig = Pick<Config, 'logLines' | 'logCharacters'>;

const MOST_BYTES = 1024 * 1024;

/** Lines of the log as the engine counts them, redacted, with no more characters than an answer may have. */
export function viewLog(
  source: Source,
  process: ProcessSnapshot,
  request: LogRequest,
  config: LogConfig,
): LogView {
  const { output } = source;
  const isTail = request.offset === undefined && request.cursor === undefined && request.since === undefined;
  const range = chooseRange(output, request, config);
  const shown = show(lookAt(source, withLeadingGap(range), range.to));
  const cut = (isTail ? cutToLast : cutToFirst)(shown, config.logCharacters);
  const isCut = cut.text.length < shown.text.length || range.omitted !== undefined;
  const first = cut.from > range.from ? offsetToLine(output, cut.from).line : range.first;
  const last = cut.end === range.to ? range.last : lineAfter(output, range.from, cut.end);
  const cursor = encodeCursor(cut.end);
  const noteOf = isTail ? tailNote : headNote;
  return {
    process,
    output: cut.text,
    totalLines: totalLines(output),
    showing: { first, last: Math.max(first, last) },
    cursor,
    gaps: range.gaps.filter(({ from, to }) => from < cut.end && to > Math.min(cut.from, range.from)),
    ...(isCut && { note: noteOf(cut.text.length, cursor, first) }),
  };
}

function chooseRange(output: Output, request: LogRequest, config: LogConfig): LineRange {
  const { offset, cursor, since, limit } = request;
  checkStart(request);
  const most = Math.min(MOST_BYTES, 4 * config.logCharacters);
  if (cursor !== undefined) return readFrom(output, parseCursor(cursor), limit, most);
  if (since !== undefined) return readFrom(output, sinceToOffset(output, since), limit, most);
  if (offset !== undefined) return readLines(output, offset, limit ?? config.logLines, most);
  return readLastLines(output, limit ?? config.logLines, most);
}

/** The requested line is gone, which is said before the first line that is left. */
function withLeadingGap({ from, gaps: [first] }: LineRange): number {
  return first?.to === from ? first.from : from;
}

function lineAfter(output: Output, from: number, offset: number): number {
  return offsetToLine(output, offset).line + Number(offset > from && endsInsideLine(output, offset));
}

function headNote(characters: number, cursor: string): string {
  return `Cut after ${characters} characters, the limit of one answer: continue with cursor="${cursor}".`;
}

function tailNote(characters: number, _cursor: string, first: number): string {
  return `Only the last ${characters} characters, the limit of one answer: for earlier output use an offset below ${first + 1}.`;
}
