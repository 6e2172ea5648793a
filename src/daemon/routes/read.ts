import * as z from 'zod/mini';
import { formatPosition, parsePosition } from '../event-id.ts';
import { toServerEvents } from '../output-events.ts';
import { flagText, numberText } from '../parameters.ts';
import { redactOutput } from '../redacted-output.ts';
import { route } from '../route.ts';

/** The bytes of a range, without secrets unless they are asked for raw, as they are in the log now. */
export const read = route({
  method: 'GET',
  path: '/v1/processes/:id/output',
  query: z.strictObject({
    from: z.exactOptional(numberText),
    to: z.exactOptional(numberText),
    raw: z.exactOptional(flagText),
  }),
  answer({ engine, tools, id, query, lastEventId }) {
    const start = parsePosition(lastEventId) ?? { offset: query.from ?? 0, knowsEnd: false };
    const to = query.to ?? engine.end(id);
    const output = engine.readRaw(id, { from: start.offset, to });
    const events = query.raw ? output : redactOutput(tools.views, output, start.offset, () => engine.get(id));
    return { start: formatPosition(start), events: toServerEvents(events, start) };
  },
});
