import * as z from 'zod/mini';
import { formatPosition, parsePosition } from '../event-id.ts';
import { toServerEvents } from '../output-events.ts';
import { numberText } from '../parameters.ts';
import { route } from '../route.ts';

/** Raw bytes as they are printed, from `from` on or from now on; the stream completes when no more can come. */
export const follow = route({
  method: 'GET',
  path: '/v1/processes/:id/follow',
  query: z.strictObject({ from: z.exactOptional(numberText) }),
  answer({ engine, id, query, lastEventId, signal }) {
    const first = { offset: query.from ?? engine.end(id), knowsEnd: false };
    const start = parsePosition(lastEventId) ?? first;
    const output = engine.follow(id, { from: start.offset, signal });
    return { start: formatPosition(start), events: toServerEvents(output, start) };
  },
});
