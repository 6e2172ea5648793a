import { FRAME } from '../keeper/frame.ts';
import { keeperOf } from './ask-keeper.ts';
import { checkSize } from './check-start.ts';
import type { Context } from './context.ts';
import type { TerminalSize } from './types.ts';

export async function resize(context: Context, id: string, size: TerminalSize): Promise<void> {
  checkSize(size);
  const keeper = await keeperOf(context, id);
  await keeper.request(FRAME.RESIZE, [
    ['cols', size.cols],
    ['rows', size.rows],
  ]);
}
