import * as z from 'zod/mini';
import { toServerEvents } from '../output-events.ts';
import { numberText } from '../parameters.ts';
import { route } from '../route.ts';

/** Raw bytes as they are printed, from `from` on or from now on; the stream completes when no more can come. */
export const follow = route({
  method: 'GET',
  path: '/v1/processes/:id/follow',
  query: z.strictObject({ from: z.exactOptional(numberText) }),
  answer({ engine, id, query, lastEventId, signal }) {
    const start = Number(lastEventId ?? query.from ?? engine.end(id));
    return { start, events: toServerEvents(engine.follow(id, { from: start, signal }), start) };
  },
});
