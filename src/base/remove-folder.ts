import { existsSync, rmSync } from 'node:fs';

const TRIES = 100;
const PAUSE_MS = 10;

/**
 * Removes a folder and everything in it; one that is not there is fine. `rmSync` alone returns without an error, and with
 * most of the folder still there, when somebody else removes a file of it at the same moment (Node 24), as a program does
 * that is just ending.
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
