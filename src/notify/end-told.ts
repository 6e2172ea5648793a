import { terminationSource } from '../engine/life.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import type { WatchRow } from './watch-rows.ts';

/**
 * Who waits for a line must not wait for ever: a watched process that ends before its first match was told, or badly, is
 * told of as one whose end was asked for.
 */
export function isEndTold(
  { notifyOnComplete, notifyOn, watchPatterns, life }: ProcessSnapshot,
  watch?: WatchRow,
): boolean {
  const isGood = life.state === 'exited' && life.exit.exitCode === 0;
  if (notifyOnComplete) return notifyOn !== 'failure' || !(isGood || terminationSource(life) === 'kill_all');
  return watchPatterns.length > 0 && (!isGood || !watch?.hasMatched);
}
