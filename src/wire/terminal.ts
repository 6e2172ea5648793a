/** The size of a terminal. */
import type * as z from 'zod/mini';
import { count, list, numberText, wholeNumber } from './kinds.ts';
import { field, message, object } from './message.ts';

export const terminalCells = wholeNumber(1, 10_000);
const COLUMNS = 'Columns of the terminal.';
const ROWS = 'Rows of the terminal.';

export const resizeRequest = object(() => ({
  cols: field(terminalCells, COLUMNS),
  rows: field(terminalCells, ROWS),
}));
export type ResizeRequest = z.output<typeof resizeRequest>;

export const resizesQuery = object(() => ({
  last: field(numberText, 'How many bytes, counted from the end.'),
}));
export type ResizesQuery = z.output<typeof resizesQuery>;

export const wireResizes = message('Resizes', () => {
  const size = { cols: field(count, COLUMNS), rows: field(count, ROWS) };
  const change = object(() => ({
    offset: field(count, 'Where it begins in all the bytes ever printed.'),
    ...size,
  }));
  return {
    end: field(count, 'Where the output ends now.'),
    from: field(count, 'An offset in all the bytes ever printed.'),
    size: field(
      object(() => size),
      'The size at `from`.',
    ),
    changes: field(list(change), 'The sizes after that, each with the offset from which it holds.'),
  };
});
export type WireResizes = z.output<typeof wireResizes>;
