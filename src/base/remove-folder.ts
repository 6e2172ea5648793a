import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 100;
const PAUSE_MS = 10;

/**
 * Removes a folder and everything in it, if it exists. `rmSync` alone returns without an error, and with most of the
 * folder still there, if a file in it is removed at the same moment (Node 24), as by a program that is just ending.
 */
export function removeFolder(folder: string): void {
  for (let tries = 0; !tryToRemove(folder, tries); tries += 1)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}

/** For the daemon, which has others to serve between two tries. */
export async function removeFolderAsync(folder: string): Promise<void> {
  for (let tries = 0; !tryToRemove(folder, tries); tries += 1) await sleep(PAUSE_MS);
}

/** Whether it is gone. The last try fails instead. */
function tryToRemove(folder: string, tries: number): boolean {
  let failure: unknown;
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    failure = error;
  }
  if (!existsSync(folder)) return true;
  if (tries < TRIES) return false;
  throw failure ?? new Error(`${folder} keeps being written to while it is removed`);
}
