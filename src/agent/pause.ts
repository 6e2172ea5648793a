import { setTimeout as sleep } from 'node:timers/promises';

/** What a timer can count. */
const LONGEST_MS = 2 ** 31 - 1;

/** A signal that falls ends it early. */
export async function sleepUntil(at: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(at - Date.now(), LONGEST_MS);
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {});
}
