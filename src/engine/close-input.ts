import { FRAME } from '../keeper/frame.ts';
import { keeperOf } from './ask-keeper.ts';
import type { Context } from './context.ts';

/** End of input, behind everything written before; in a terminal its EOF character. */
export async function closeInput(context: Context, id: string): Promise<void> {
  const keeper = await keeperOf(context, id);
  await keeper.request(FRAME.CLOSE_STDIN);
}
