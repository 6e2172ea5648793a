import * as z from 'zod/mini';
import { toServerEvents } from '../output-events.ts';
import { numberText } from '../parameters.ts';
import { route } from '../route.ts';

/** The raw bytes of a range, as they are in the log now. */
export const read = route({
  method: 'GET',
  path: '/v1/processes/:id/output',
  query: z.strictObject({ from: z.exactOptional(numberText), to: z.exactOptional(numberText) }),
  answer({ engine, id, query, lastEventId }) {
    const start = Number(lastEventId ?? query.from ?? 0);
    const to = query.to ?? engine.end(id);
    return { start, events: toServerEvents(engine.readRaw(id, { from: start, to }), start) };
  },
});
