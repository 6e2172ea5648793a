import { RingbackError } from '../base/errors.ts';
import type { WireGap, WireProcess } from '../wire/types.ts';
import { toRingbackError } from './answer-error.ts';
import { LinkError } from './exchange.ts';
import type { Link } from './link.ts';
import { createSseParser, type SseEvent } from './sse.ts';

export type OutputEvent =
  | { readonly type: 'output'; readonly offset: number; readonly bytes: Buffer }
  | ({ readonly type: 'gap' } & WireGap)
  | { readonly type: 'ended'; readonly process: WireProcess };

/** How often in a row a stream may break before anything came. */
const MOST_BREAKS = 10;

/** The events of an output route. A daemon that dies in between is followed by the next one where it stopped. */
export async function* streamOutput(
  link: Link,
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<OutputEvent> {
  let lastId = '';
  let hasEnded = false;
  for (let breaks = 0; breaks < MOST_BREAKS; breaks += 1) {
    const request = {
      method: 'GET' as const,
      path,
      signal,
      ...(lastId !== '' && { headers: { 'last-event-id': lastId } }),
    };
    const answer = await link.persist(() => link.open(request), signal);
    const parse = createSseParser();
    try {
      for await (const chunk of answer.body) {
        for (const event of parse(chunk)) {
          lastId = event.id;
          const output = toOutputEvent(event);
          // Who was told before the connection was lost is not told again.
          if (output === null || (output.type === 'ended' && hasEnded)) continue;
          hasEnded ||= output.type === 'ended';
          breaks = 0;
          yield output;
        }
      }
      return;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (!(error instanceof LinkError)) throw error;
    }
  }
  throw new RingbackError(
    'no_daemon',
    'The daemon breaks off whenever it is asked for output.',
    'See daemon.log.',
  );
}

function toOutputEvent({ name, data }: SseEvent): OutputEvent | null {
  switch (name) {
    case 'output': {
      const { offset, data: base64 } = JSON.parse(data) as { offset: number; data: string };
      return { type: 'output', offset, bytes: Buffer.from(base64, 'base64') };
    }
    case 'gap':
      return { type: 'gap', ...(JSON.parse(data) as WireGap) };
    case 'ended':
      return { type: 'ended', process: JSON.parse(data) as WireProcess };
    case 'error':
      throw toRingbackError(data);
    default:
      return null;
  }
}
