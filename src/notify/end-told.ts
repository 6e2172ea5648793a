import type { ProcessSnapshot } from '../engine/types.ts';
import type { WatchRow } from './watch-rows.ts';

/**
 * Who waits for a line must not wait for ever: a watched process that ends before its first match was told, or badly, is
 * told of as one whose end was asked for.
 */
export function isEndTold(
  { notifyOnComplete, watchPatterns, life }: ProcessSnapshot,
  watch?: WatchRow,
): boolean {
  if (notifyOnComplete) return true;
  const isGood = life.state === 'exited' && life.exit.exitCode === 0;
  return watchPatterns.length > 0 && (!isGood || !watch?.hasMatched);
}
