import { RingbackError } from '../base/errors.ts';
import type { KeeperConnection } from '../keeper/connection.ts';
import { type Context, getSnapshot } from './context.ts';
import { isEnded } from './life.ts';

/** The keeper of a running process, or the reason why there is none to ask. */
export async function keeperOf(context: Context, id: string): Promise<KeeperConnection> {
  const { life } = getSnapshot(context, id);
  if (isEnded(life)) throw new RingbackError('already_exited', `The process ${id} has ended.`);
  // A start that is being carried out is as good as started to whoever knows its id.
  await context.starting.get(id)?.catch(() => {});
  const link = context.live.get(id)?.link;
  if (link) return link.catch(() => Promise.reject(gone(id)));
  if (life.state === 'running' && life.detached) {
    throw new RingbackError(
      'detached',
      `The process ${id} lost its keeper: it can only be looked at and killed.`,
    );
  }
  throw gone(id);
}

function gone(id: string): RingbackError {
  return new RingbackError(
    'gone',
    `The keeper of ${id} does not answer.`,
    'Poll it to see what became of it.',
  );
}
