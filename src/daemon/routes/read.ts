import { readQuery } from '../../wire/output.ts';
import { formatPosition, parsePosition } from '../event-id.ts';
import { describedEvents, toServerEvents } from '../output-events.ts';
import { redactOutput } from '../redacted-output.ts';
import { streamRoute } from '../route.ts';

export const read = streamRoute({
  method: 'GET',
  path: '/v1/processes/:id/output',
  name: 'readOutput',
  summary:
    'Streams the bytes of a range of the output, as it is now; with `raw` exactly as they were printed.',
  details:
    'Every byte of the range is in exactly one event, kept or gone; of a running process, without `raw`, up to a word that may be half a secret. Without `to`, a stream that goes on after a break ends where the output ends then.',
  query: readQuery,
  events: describedEvents,
  handle({ engine, tools, id, query, lastEventId }) {
    const start = parsePosition(lastEventId) ?? { offset: query.from ?? 0, knowsEnd: false };
    const to = query.to ?? engine.end(id);
    const output = engine.readRaw(id, { from: start.offset, to });
    const events = query.raw ? output : redactOutput(tools.views, output, start.offset, () => engine.get(id));
    return { start: formatPosition(start), events: toServerEvents(events, start) };
  },
});
