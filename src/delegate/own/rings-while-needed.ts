import type { Rings } from '../../agent/rings.ts';
import { ringsOf } from '../../agent/rings-of-client.ts';
import { giveBackMemory } from '../../base/give-back-memory.ts';
import type { Client } from '../../client/client.ts';
import type { Progress } from '../runner.ts';
import { whatWillRing } from './what-will-ring.ts';

const FIRST_PAUSE_MS = 250;
/** Whoever waits for longer needs less memory. */
const LONG_MS = 2_000;
const WAITING = 'waiting';

type Options = {
  readonly client: Client;
  /** Between two looks at most: each is a sign of life. */
  readonly longestPauseMs: number;
  /** A turn has failed: there is no more to come. */
  hasFailed(): boolean;
  progress(progress: Progress): void;
  /** Nothing is left to do, and nothing will ring. */
  onDone(): void;
};

/**
 * The rings of a delegate: it listens while something of it will still ring, and is done otherwise. From time to time it looks
 * again, for what it waits for may have gone without a word.
 */
export function ringsWhileNeeded(options: Options): Rings {
  const { client, longestPauseMs, hasFailed, progress, onDone } = options;
  const rings = ringsOf(client);
  const firstPauseMs = Math.min(FIRST_PAUSE_MS, longestPauseMs);
  const listen: Rings['next'] = async (session, signal) => {
    let isWaiting = false;
    let isResting = false;
    try {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
        const awaited = hasFailed() ? [] : await whatWillRing(client, session);
        if (signal.aborted) return undefined;
        if (awaited.length === 0) {
          onDone();
          return undefined;
        }
        progress(isWaiting ? { kind: 'alive' } : waitFor(awaited));
        isWaiting = true;
        if (pauseMs >= LONG_MS && !isResting) giveBackMemory();
        isResting = pauseMs >= LONG_MS;
        const patience = AbortSignal.any([signal, AbortSignal.timeout(pauseMs)]);
        const ring = await rings.next(session, patience);
        if (ring || signal.aborted) return ring;
      }
    } finally {
      if (isWaiting) progress({ kind: 'answered', id: WAITING });
    }
  };
  return { ...rings, next: listen };
}

function waitFor(awaited: readonly string[]): Progress {
  return { kind: 'call', id: WAITING, tool: 'waits', about: awaited.join(', ') };
}
