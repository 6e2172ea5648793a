import * as z from 'zod/mini';
import { formatPosition, parsePosition } from '../event-id.ts';
import { toServerEvents } from '../output-events.ts';
import { flagText, numberText } from '../parameters.ts';
import { redactOutput } from '../redacted-output.ts';
import { route } from '../route.ts';

/** Bytes as they are printed, without secrets unless they are asked for raw, from `from` on or from now on; the stream completes when no more can come. */
export const follow = route({
  method: 'GET',
  path: '/v1/processes/:id/follow',
  query: z.strictObject({ from: z.exactOptional(numberText), raw: z.exactOptional(flagText) }),
  answer({ engine, tools, id, query, lastEventId, signal }) {
    const first = { offset: query.from ?? engine.end(id), knowsEnd: false };
    const start = parsePosition(lastEventId) ?? first;
    const output = engine.follow(id, { from: start.offset, signal });
    const events = query.raw ? output : redactOutput(tools.views, output, start.offset, () => engine.get(id));
    return { start: formatPosition(start), events: toServerEvents(events, start) };
  },
});
