import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './context.ts';
import { isStorageTrouble } from './storage-trouble.ts';

const RETRY_MS = 1000;

/**
 * Does something that stores what happened; where the disk is full it is done again later, until it succeeds (promise
 * 10). Until then a process counts as it did before: its keep knows better. Resolves after the first attempt.
 */
export async function untilStored(context: Context, store: () => unknown): Promise<void> {
  try {
    // Runs at once, before anything is awaited: a start does not wait for this.
    await store();
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    void tryLater(context, store);
  }
}

async function tryLater(context: Context, store: () => unknown): Promise<void> {
  await sleep(RETRY_MS, undefined, { ref: false });
  if (!context.closing.aborted) await untilStored(context, store);
}
