import type { FollowEvent } from '../engine/types.ts';
import { toWireProcess } from '../wire/process.ts';
import type { ServerEvent } from './route.ts';

/** Output as server-sent events; the id of each is the offset behind it. */
export async function* toServerEvents(
  events: AsyncIterable<FollowEvent>,
  start: number,
): AsyncGenerator<ServerEvent> {
  let next = start;
  for await (const event of events) {
    switch (event.type) {
      case 'output':
        next = event.offset + event.bytes.length;
        yield {
          name: 'output',
          id: next,
          data: { offset: event.offset, data: event.bytes.toString('base64') },
        };
        break;
      case 'gap':
        next = event.to;
        yield { name: 'gap', id: next, data: { from: event.from, to: event.to } };
        break;
      case 'ended':
        yield { name: 'ended', id: next, data: toWireProcess(event.process, Date.now()) };
        break;
    }
  }
}
