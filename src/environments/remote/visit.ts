import { RingbackError } from '../../base/errors.ts';
import type { Keeper } from '../../keeper/host.ts';
import { type Hub, lineBroke } from './hub.ts';
import { RemoteKeeper } from './remote-keeper.ts';

/** Talks to a keeper on a channel of its own, without its output; undefined when it has left or was killed. */
export async function visit<T>(
  hub: Hub,
  keep: string,
  use: (keeper: Keeper) => Promise<T>,
): Promise<T | undefined> {
  const { promise: isOver, resolve: close } = Promise.withResolvers<'broken' | 'gone'>();
  const nothing = () => {};
  const keeper = new RemoteKeeper({
    armed: nothing,
    resized: nothing,
    limited: nothing,
    seen: nothing,
    closed: nothing,
    explain: () => 'The keeper there does not answer now.',
  });
  const channel = hub.attach(keep, Number.MAX_SAFE_INTEGER, 'follower', {
    output: nothing,
    gap: nothing,
    frame: (type, tag, payload) => keeper.answer(type, tag, payload),
    closed: (why) => close(why === 'broken' ? 'broken' : 'gone'),
  });
  keeper.use(channel);
  try {
    const outcome = await Promise.race([use(keeper).then((value) => ({ value })), isOver]);
    if (outcome === 'broken') throw lineBroke();
    return outcome === 'gone' ? undefined : outcome.value;
  } catch (error) {
    if (error instanceof RingbackError && error.code === 'gone') return undefined;
    throw error;
  } finally {
    channel.close();
    keeper.lose();
  }
}
