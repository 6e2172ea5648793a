import { isEnded } from '../engine/life.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import type { WatchRow } from './watch-rows.ts';

/**
 * Whether a session has reason to wait for a process: it has not ended, and no watch that it has now has matched.
 * Whether anything will be told makes no difference. Never for one that is unknown: a session is never stuck.
 */
export function isWaiting(process: ProcessSnapshot | undefined, watch: WatchRow | undefined): boolean {
  if (!process || isEnded(process.life)) return false;
  return process.watchPatterns.length === 0 || !watch?.hasMatched;
}
