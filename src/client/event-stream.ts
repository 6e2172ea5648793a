import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../base/errors.ts';
import { toRingbackError } from './answer-error.ts';
import { LinkError } from './exchange.ts';
import type { Link } from './link.ts';
import { createSseParser, type SseEvent } from './sse.ts';

const LONGEST_PAUSE_MS = 500;

type Options = {
  readonly signal?: AbortSignal | undefined;
  /** How often in a row the stream may break before anything came. */
  readonly mostBreaks: number;
  /** For how long a program behind the daemon may be away. */
  readonly mostAwayMs?: number;
  /** It broke, and is opened again. */
  readonly onBreak?: (() => void) | undefined;
};

/** The events of a route. A daemon that dies in between is followed by the next one where it stopped. */
export async function* streamEvents(
  link: Link,
  path: string,
  { signal, mostBreaks, mostAwayMs = 0, onBreak }: Options,
): AsyncGenerator<SseEvent> {
  let lastId = '';
  let away: number | undefined;
  for (let breaks = 0; breaks < mostBreaks; breaks += 1) {
    if (breaks > 1) await sleep(pauseMs(breaks), undefined, signal && { signal });
    const headers = lastId === '' ? {} : { headers: { 'last-event-id': lastId } };
    const request = { method: 'GET' as const, path, signal, ...headers };
    const parse = createSseParser();
    try {
      const answer = await link.persist(() => link.open(request), signal);
      away = undefined;
      for await (const chunk of answer.body) {
        for (const event of parse(chunk)) {
          lastId = event.id;
          if (event.name === 'error') throw toRingbackError(event.data);
          if (event.name === '') continue;
          breaks = 0;
          yield event;
        }
      }
      return;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      // The daemon is there, and who answers behind it is not, yet.
      const isAway = error instanceof RingbackError && error.code === 'unreachable';
      if (isAway) away ??= Date.now();
      if (!(error instanceof LinkError) && !(isAway && Date.now() - (away ?? 0) < mostAwayMs)) throw error;
      onBreak?.();
    }
  }
  throw new RingbackError('no_daemon', 'The daemon breaks off whenever it is asked.', 'See daemon.log.');
}

function pauseMs(breaks: number): number {
  return Math.min(LONGEST_PAUSE_MS, 10 * 2 ** Math.min(breaks, 10));
}
