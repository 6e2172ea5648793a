import { terminationSource } from '../engine/life.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import type { WatchRow } from './watch-rows.ts';

/**
 * Who waits for a line must not wait for ever: a watched process that ends before its first match was told, one that ends
 * before it was ready, or badly, is told of as one whose end was asked for.
 */
export function isEndTold(process: ProcessSnapshot, watch?: WatchRow): boolean {
  const { notifyOnComplete, notifyOn, watchPatterns, ready, life } = process;
  const isGood = life.state === 'exited' && life.exit.exitCode === 0 && !endedBeforeReady(process);
  if (notifyOnComplete) return notifyOn !== 'failure' || !(isGood || terminationSource(life) === 'kill_all');
  if (watchPatterns.length > 0 && !watch?.hasMatched) return true;
  return (watchPatterns.length > 0 || ready !== '') && !isGood;
}

export function endedBeforeReady({ ready, readyAt }: ProcessSnapshot): boolean {
  return ready !== '' && readyAt === 0;
}
