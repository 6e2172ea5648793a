import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../../base/errors.ts';
import { tellUser } from '../out.ts';

/** The agent is started again after each crash, and what it crashes by may be mended meanwhile. */
const PATIENCE_MS = 120_000;
const PAUSE_MS = 500;

/** Does it again while the agent is not up, and says once why it takes so long. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (let isTold = false; ; isTold = true) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RingbackError && error.code === 'unreachable') || Date.now() > until)
        throw error;
      if (!isTold) tellUser(`${error.message} Waiting for it.`);
      await sleep(PAUSE_MS);
    }
  }
}
