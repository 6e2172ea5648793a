import { resizesIn, sizeAt } from '../output/resizes.ts';
import { type Context, getRow } from './context.ts';
import { outputOf } from './keep-output.ts';
import { toSnapshot } from './row.ts';
import type { TerminalSize } from './types.ts';

export type Resizes = {
  /** At the beginning of the range. */
  readonly size: TerminalSize;
  readonly changes: readonly { readonly offset: number; readonly cols: number; readonly rows: number }[];
};

/** How large the terminal was in `[from, to)`: a replayed screen must wrap where the real one did. */
export function resizes(context: Context, id: string, range: { from: number; to: number }): Resizes {
  const row = getRow(context, id);
  const output = outputOf(context, toSnapshot(row));
  const { cols, rows } = sizeAt(output, range.from) ?? row;
  return {
    size: { cols, rows },
    changes: resizesIn(output, range.from + 1, range.to).map((one) => ({
      offset: one.offset,
      cols: one.cols,
      rows: one.rows,
    })),
  };
}
