import { spawnSync } from 'node:child_process';

/** Promised are 2 s; a machine that runs other tests beside this one gets some more. */
const LATEST_MS = 2_000 + 4_000;
/** What an empty program of Node takes where four of them run at once. */
const USUAL_START_MS = 100;

/** How long a wake may take here and now: on a machine that starts every program late, as many times longer. */
export function latestWakeMs(): number {
  const began = performance.now();
  spawnSync(process.execPath, ['-e', '']);
  return LATEST_MS * Math.max(1, (performance.now() - began) / USUAL_START_MS);
}
