import type { Notifier } from '../notify/notifier.ts';

/** Said only where a watch of the process has matched. */
export function watchHit(notifier: Notifier, id: string): { watch_hit?: true } {
  return notifier.hasMatched(id) ? { watch_hit: true } : {};
}
