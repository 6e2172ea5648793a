import { FRAME } from '../keeper/frame.ts';
import { askKeeper } from './ask-keeper.ts';
import { checkSize } from './check-start.ts';
import type { Context } from './context.ts';
import type { TerminalSize } from './types.ts';

export async function resize(context: Context, id: string, { cols, rows }: TerminalSize): Promise<void> {
  checkSize({ cols, rows });
  await askKeeper(context, id, FRAME.RESIZE, [
    ['cols', cols],
    ['rows', rows],
  ]);
}
