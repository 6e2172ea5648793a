import type { GrowthSource } from '../output/follow.ts';
import { listOutput } from '../output/segments.ts';
import { backendOf, type Context, keepOf } from './context.ts';

/** What is printed behind the end of a command by those it left behind; final once its keeper has left. */
export function growthBehindEnd(context: Context, id: string): GrowthSource {
  return {
    async waitForMore(offset, signal) {
      const grown = await backendOf(context, id).grewOrGone(id, offset, signal);
      signal.throwIfAborted();
      return grown === undefined
        ? { end: listOutput(keepOf(context, id)).end, final: true }
        : { end: grown, final: false };
    },
  };
}
