import { askKeeper } from './ask-keeper.ts';
import { checkSize } from './check-start.ts';
import type { Context } from './context.ts';
import type { TerminalSize } from './types.ts';

export async function resize(context: Context, id: string, size: TerminalSize): Promise<void> {
  checkSize(size);
  await askKeeper(context, id, (keeper) => keeper.resize(size));
}
