import type { KeeperStatus } from '../keeper/status.ts';
import { backendOf, type Context } from './context.ts';
import type { ProcessSnapshot } from './types.ts';

/** What an ended command left behind is with its keeper, as long as it lives (promise 6). */

/** Whether it can have left anything behind; if not, nobody need be asked. Of a lost one nobody knows. */
export function mayHaveLeftSomething({ life }: ProcessSnapshot): boolean {
  if (life.state === 'lost') return true;
  return life.state === 'exited' && (life.exit.outputOpen || life.exit.descendants > 0);
}

export function visitStatus(context: Context, id: string): Promise<KeeperStatus | undefined> {
  return backendOf(context, id)
    .visit(id, (keeper) => keeper.status())
    .catch(() => undefined);
}
