import { KeeperConnection } from '../keeper/connection.ts';
import { FRAME } from '../keeper/frame.ts';
import type { GrowthSource } from '../output/follow.ts';
import { listOutput } from '../output/segments.ts';
import { type Context, keepOf } from './context.ts';

/** What is printed behind the end of a command by those it left behind; final once its keeper has left. */
export function growthBehindEnd(context: Context, id: string): GrowthSource {
  const keep = keepOf(context, id);
  return {
    async waitForMore(offset, signal) {
      const grown = await grewOrGone(keep, offset, signal);
      signal.throwIfAborted();
      return grown === undefined ? { end: listOutput(keep).end, final: true } : { end: grown, final: false };
    },
  };
}

/** A connection for each wait: what was left behind prints rarely, and is followed more rarely still. */
async function grewOrGone(keep: string, offset: number, signal: AbortSignal): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const giveUp = () => resolve(undefined);
  let keeper: KeeperConnection | undefined;
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    keeper = await KeeperConnection.connect(keep, { grew: resolve, ended() {}, gone: giveUp });
    keeper.send(FRAME.ARM, [['offset', offset]]);
    return await promise;
  } catch {
    return undefined;
  } finally {
    signal.removeEventListener('abort', giveUp);
    keeper?.close();
  }
}
