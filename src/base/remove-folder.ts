import { existsSync, rmSync } from 'node:fs';

const TRIES = 100;
const PAUSE_MS = 10;

/**
 * Removes a folder and everything in it, if it exists. `rmSync` alone returns without an error, and with most of the
 * folder still there, if a file in it is removed at the same moment (Node 24), as by a program that is just ending.
 */
export function removeFolder(folder: string): void {
  for (let tries = 0; ; tries += 1) {
    const failure = tryToRemove(folder);
    if (!existsSync(folder)) return;
    if (tries === TRIES) throw failure ?? new Error(`${folder} keeps being written to while it is removed`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

function tryToRemove(folder: string): unknown {
  try {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  } catch (error) {
    return error;
  }
}
