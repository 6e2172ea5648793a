import { RingbackError } from '../../base/errors.ts';
import { ConnectionBroke, type Hub } from '../../keeper/hub/hub.ts';
import { RemoteKeeper } from '../../keeper/hub/remote-keeper.ts';
import type { Keeper } from '../../keeper/keeper.ts';

/** Talks to a keeper on a channel of its own, without its output; undefined when it has left or was killed. */
export async function visit<T>(
  hub: Hub,
  keep: string,
  use: (keeper: Keeper) => Promise<T>,
): Promise<T | undefined> {
  let hasBroken = false;
  const nothing = () => {};
  const keeper = new RemoteKeeper({
    armed: nothing,
    resized: nothing,
    limited: nothing,
    seen: nothing,
    ended: nothing,
    closed: nothing,
    unanswered: () => void hub.probe(),
    explain: () => 'The keeper there does not answer now.',
  });
  const channel = hub.attach(keep, Number.MAX_SAFE_INTEGER, 'follower', {
    output: nothing,
    gap: nothing,
    frame: (frame) => keeper.hear(frame),
    closed: (why) => {
      hasBroken = why === 'broken';
      // What it answered before it left counts.
      keeper.lose();
    },
  });
  keeper.use(channel);
  try {
    return await use(keeper);
  } catch (error) {
    if (hasBroken) throw new ConnectionBroke();
    if (error instanceof RingbackError && error.code === 'gone') return undefined;
    throw error;
  } finally {
    channel.close();
    keeper.lose();
  }
}
