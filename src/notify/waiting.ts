import { isEnded } from '../engine/life.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import type { WatchRow } from './watch-rows.ts';

/**
 * Whether a session has reason to wait for a process: not when it ended, when a watch of it has matched, or when it is
 * unknown. A session is never stuck.
 */
export function isWaiting(process: ProcessSnapshot | undefined, watch: WatchRow | undefined): boolean {
  if (!process || isEnded(process.life)) return false;
  return process.notifyOnComplete || (process.watchPatterns.length > 0 && !watch?.hasMatched);
}
