import { askKeeper } from './ask-keeper.ts';
import type { Context } from './context.ts';

/** End of input, behind everything written before; in a terminal its EOF character. */
export async function closeInput(context: Context, id: string): Promise<void> {
  await askKeeper(context, id, (keeper) => keeper.closeInput());
}
