import { backoffMs } from '../base/backoff.ts';

/** Whoever is to stop should hear it before it is ended for that (`delegateStopSeconds`). */
const LONGEST_MS = 3_000;

/** Until it is looked again whether a daemon is there. */
export function pauseMs(tries: number): number {
  return Math.min(LONGEST_MS, backoffMs(tries, Math.random()));
}
