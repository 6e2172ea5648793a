/** Lines of the output that match a pattern. */
import type * as z from 'zod/mini';
import * as fields from './fields.ts';
import { anyText, count, filledText, flag, flagText, list, numberText } from './kinds.ts';
import { field, maybe, message, object } from './message.ts';

export const grepQuery = object(() => ({
  pattern: field(
    filledText,
    'What to look for in each line, as for watches: text, or a regular expression as /…/ or /…/i.',
  ),
  context: maybe(numberText, 'How many lines before and after each to show, at most 1,000. Default: 0.'),
  limit: maybe(numberText, 'Stop after so many lines that match.'),
  count: maybe(flagText, 'Only count them. Default: false.'),
  offset: maybe(numberText, 'The first line to look at, counted from 0.'),
  since: maybe(numberText, 'Milliseconds since 1970: lines printed after this.'),
  raw: fields.rawText,
}));
export type GrepQuery = z.output<typeof grepQuery>;

export const wireFoundLine = message('FoundLine', () => ({
  line: field(count, 'The number of the line, counted from 0.'),
  offset: field(count, 'Where its text begins in all the bytes ever printed.'),
  text: field(anyText, 'The line, without escape codes.'),
  match: field(flag, 'False for a line around one that matches.'),
  cut: maybe(flag, 'It is longer: this is the beginning, or what is around the match.'),
}));
export type WireFoundLine = z.output<typeof wireFoundLine>;

export const wireFoundLines = message('FoundLines', () => ({
  lines: field(list(wireFoundLine), 'In the order they were printed.'),
}));
export type WireFoundLines = z.output<typeof wireFoundLines>;

export const wireGrepEnd = message('GrepEnd', () => ({
  count: field(count, 'How many lines matched.'),
  next: maybe(count, 'It stopped at `limit`, and more may match: the line to go on with, as `offset`.'),
}));
export type WireGrepEnd = z.output<typeof wireGrepEnd>;
