import * as z from 'zod/mini';
import { formatPosition, parsePosition } from '../event-id.ts';
import { toServerEvents } from '../output-events.ts';
import { numberText } from '../parameters.ts';
import { route } from '../route.ts';

/** The raw bytes of a range, as they are in the log now. */
export const read = route({
  method: 'GET',
  path: '/v1/processes/:id/output',
  query: z.strictObject({ from: z.exactOptional(numberText), to: z.exactOptional(numberText) }),
  answer({ engine, id, query, lastEventId }) {
    const start = parsePosition(lastEventId) ?? { offset: query.from ?? 0, knowsEnd: false };
    const output = engine.readRaw(id, { from: start.offset, to: query.to ?? engine.end(id) });
    return { start: formatPosition(start), events: toServerEvents(output, start) };
  },
});
