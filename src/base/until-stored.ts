import { isStorageTrouble } from './storage-trouble.ts';

/** When to try again what a full disk has prevented. */
export const RETRY_MS = 1000;

/**
 * Stores what happened, at once; where the disk is full it is done again later, until it succeeds or nobody wants it any
 * more (promise 10). Comes back after the first attempt.
 */
export function untilStored(isClosed: () => boolean, store: () => unknown): Promise<unknown> | undefined {
  if (isClosed()) return undefined;
  const tryLater = (error: unknown) => {
    if (!isStorageTrouble(error)) throw error;
    setTimeout(() => untilStored(isClosed, store), RETRY_MS).unref();
  };
  try {
    const stored = store();
    if (stored instanceof Promise) return stored.catch(tryLater);
  } catch (error) {
    tryLater(error);
  }
  return undefined;
}
