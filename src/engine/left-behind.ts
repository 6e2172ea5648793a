import { KeeperConnection } from '../keeper/connection.ts';
import { FRAME } from '../keeper/frame.ts';
import { type KeeperStatus, parseStatus } from '../keeper/status.ts';
import { type Context, keepOf } from './context.ts';
import { deaf } from './seen.ts';
import type { ProcessSnapshot } from './types.ts';

/** What an ended command left behind is with its keeper, as long as it lives (promise 6). */

/** Whether it can have left anything behind; if not, nobody need be asked. Of a lost one nobody knows. */
export function mayHaveLeftSomething({ life }: ProcessSnapshot): boolean {
  if (life.state === 'lost') return true;
  return life.state === 'exited' && (life.exit.outputOpen || life.exit.descendants > 0);
}

/** Connects for the time of one call; undefined when the keeper has left or was killed. */
export async function visitKeeper<T>(
  context: Context,
  id: string,
  use: (keeper: KeeperConnection) => Promise<T>,
): Promise<T | undefined> {
  let keeper: KeeperConnection | undefined;
  try {
    keeper = await KeeperConnection.connect(keepOf(context, id), deaf);
    return await use(keeper);
  } catch {
    return undefined;
  } finally {
    keeper?.close();
  }
}

export function visitStatus(context: Context, id: string): Promise<KeeperStatus | undefined> {
  return visitKeeper(context, id, async (keeper) => parseStatus(await keeper.request(FRAME.STATUS)));
}
