import { setTimeout as sleep } from 'node:timers/promises';
import type { Hub } from '../../keeper/hub/hub.ts';

/** A keeper that has said its last word is still there for a moment, and so is a command that could not be begun. */
const TRIES = 20;
const PAUSE_MS = 100;

/** False when the keep there has to stay: somebody else has put something into it, or something runs in it. */
export async function removeThere(
  { commands }: Pick<Hub, 'commands'>,
  keep: string,
  signal: AbortSignal,
): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    const isRemoved = await commands.remove(keep, signal);
    if (isRemoved || tries === TRIES) return isRemoved;
    await sleep(PAUSE_MS, undefined, { signal });
  }
}
