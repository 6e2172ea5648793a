import { isStorageTrouble } from '../engine/storage-trouble.ts';

/** When to try again what a full disk has prevented. */
export const RETRY_MS = 1000;

/**
 * Does something by itself that writes to the ledger. Where the disk is full it is done again later (promise 10):
 * nobody is there to be told, and nothing has happened yet.
 */
export function untilStored(isClosed: () => boolean, work: () => void): void {
  if (isClosed()) return;
  try {
    work();
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    setTimeout(() => untilStored(isClosed, work), RETRY_MS).unref();
  }
}
