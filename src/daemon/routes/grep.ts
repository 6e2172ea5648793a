import type { Progress, SearchEvent } from '../../tools/view/grep/search.ts';
import { brokenStream } from '../../transport/event-stream.ts';
import type { ServerEvent } from '../../transport/route.ts';
import { wireGap } from '../../wire/gap.ts';
import { grepQuery, wireFoundLines, wireGrepEnd } from '../../wire/grep.ts';
import { notAnEvent } from '../event-id.ts';
import { streamRoute } from '../route.ts';

export const grep = streamRoute({
  method: 'GET',
  path: '/v1/processes/:id/grep',
  name: 'searchOutput',
  summary: 'Streams the lines of the output that match a pattern, as they are found.',
  details:
    'Looks at what was printed until now. Without `raw` a line matches only by what is shown of it: what was taken for a secret is not found. A stream that breaks goes on behind the last event with Last-Event-ID. Whoever closes the connection ends the search.',
  query: grepQuery,
  events: {
    lines: { summary: 'Lines that match, and those around them.', data: wireFoundLines },
    gap: { summary: 'Bytes that are no longer kept: nobody can tell whether they match.', data: wireGap },
    done: { summary: 'Everything was looked at, or enough was found.', data: wireGrepEnd },
    error: brokenStream,
  },
  handle({ engine, tools, id, query, lastEventId, signal }) {
    const request = { ...query, ...(lastEventId && { progress: parseProgress(lastEventId) }) };
    const events = tools.views.grep(engine.get(id), request, signal);
    return { start: lastEventId ?? '', events: toServerEvents(events) };
  },
});

async function* toServerEvents(events: AsyncIterable<SearchEvent>): AsyncGenerator<ServerEvent> {
  for await (const { type: name, progress, ...data } of events) {
    const { position, count, due } = progress;
    const id = [position, count, due].join('.');
    yield { name, id, data: name === 'done' ? { count, ...data } : data };
  }
}

function parseProgress(lastEventId: string): Progress {
  const parts = /^(\d{1,15})\.(\d{1,15})\.(\d{1,4})$/.exec(lastEventId);
  if (parts === null) throw notAnEvent();
  const [position = 0, count = 0, due = 0] = parts.slice(1).map(Number);
  return { position, count, due };
}
