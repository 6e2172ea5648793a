import { followQuery } from '../../wire/output.ts';
import { wireProcess } from '../../wire/process.ts';
import { formatPosition, parsePosition } from '../event-id.ts';
import { describedEvents, toServerEvents } from '../output-events.ts';
import { redactOutput } from '../redacted-output.ts';
import { streamRoute } from '../route.ts';

export const follow = streamRoute({
  method: 'GET',
  path: '/v1/processes/:id/follow',
  name: 'followOutput',
  summary:
    'Streams the bytes as they are printed, from an offset or from now on; with `raw` exactly as they are.',
  details:
    'The stream completes when no more can come. Without `raw` the last word, which may be half a secret, is held back for a second at most. After `ended` there may be output of descendants that were left behind. A stream that breaks goes on behind the last event with Last-Event-ID.',
  query: followQuery,
  events: { ...describedEvents, ended: { summary: 'The process has ended.', data: wireProcess } },
  handle({ engine, tools, id, query, lastEventId, signal }) {
    const first = { offset: query.from ?? engine.end(id), knowsEnd: false };
    const start = parsePosition(lastEventId) ?? first;
    const output = engine.follow(id, { from: start.offset, signal });
    const events = query.raw ? output : redactOutput(tools.views, output, start.offset, () => engine.get(id));
    return { start: formatPosition(start), events: toServerEvents(events, start) };
  },
});
