/** The bytes that a process printed: lines of it, or streams. */
import type * as z from 'zod/mini';
import * as fields from './fields.ts';
import { wireGap } from './gap.ts';
import { anyText, count, list, numberText } from './kinds.ts';
import { field, maybe, message, object } from './message.ts';
import { status } from './process.ts';

export const logQuery = object(() => ({
  offset: maybe(numberText, 'The first line to show, counted from 0.'),
  limit: maybe(numberText, 'How many lines at most.'),
  cursor: fields.maybeCursor,
  since: maybe(numberText, 'Milliseconds since 1970: lines printed after this.'),
  session_key: fields.maybeSessionKey,
  raw: fields.rawText,
}));
export type LogQuery = z.output<typeof logQuery>;

export const wireLog = message('Log', () => ({
  session_id: fields.id,
  command: fields.command,
  status,
  output: field(anyText, 'The lines.'),
  total_lines: field(count, 'How many lines were ever printed.'),
  showing: field(
    object(() => ({
      first: field(count, 'The first line shown, counted from 0.'),
      last: field(count, 'The first line that is not shown any more.'),
    })),
    'Which lines these are.',
  ),
  cursor: fields.cursor,
  gaps: maybe(list(wireGap), 'Ranges of bytes that are no longer kept.'),
}));
export type WireLog = z.output<typeof wireLog>;

export const readQuery = object(() => ({
  from: fields.maybeFrom,
  to: maybe(numberText, 'An offset in all the bytes ever printed; this byte is not part of it.'),
  raw: fields.rawText,
}));
export type ReadQuery = z.output<typeof readQuery>;

export const followQuery = object(() => ({ from: fields.maybeFrom, raw: fields.rawText }));
export type FollowQuery = z.output<typeof followQuery>;

/** What the streams of output carry. */
export const wireOutputPiece = message('OutputPiece', () => ({
  offset: field(count, 'Where it begins in all the bytes ever printed.'),
  data: field(anyText, 'The bytes, as base64.'),
}));
export type WireOutputPiece = z.output<typeof wireOutputPiece>;
