import type { FollowEvent } from '../engine/follow.ts';
import { toWireProcess } from '../engine/wire-process.ts';
import { brokenStream } from '../transport/event-stream.ts';
import type { ServerEvent } from '../transport/route.ts';
import { wireGap } from '../wire/gap.ts';
import { wireOutputPiece } from '../wire/output.ts';
import { formatPosition, type Position } from './event-id.ts';
import type { ShownEvent } from './redacted-output.ts';

/** What the streams of output carry. */
export const describedEvents = {
  output: {
    summary:
      'Bytes as they were printed, as base64; a mark stands in the place of a secret, unless `raw` was asked for. The id of the event is the offset behind what it stands for.',
    data: wireOutputPiece,
  },
  gap: { summary: 'Bytes that are no longer kept.', data: wireGap },
  error: brokenStream,
};

/** Output as server-sent events. The id of each says all that a reader knows who has it: nothing is told twice. */
export async function* toServerEvents(
  events: AsyncIterable<FollowEvent | ShownEvent>,
  start: Position,
): AsyncGenerator<ServerEvent> {
  let { offset, knowsEnd } = start;
  for await (const event of events) {
    switch (event.type) {
      case 'output':
        offset = 'next' in event ? event.next : event.offset + event.bytes.length;
        yield {
          name: 'output',
          id: formatPosition({ offset, knowsEnd }),
          data: { offset: event.offset, data: event.bytes.toString('base64') },
        };
        break;
      case 'gap':
        offset = event.to;
        yield {
          name: 'gap',
          id: formatPosition({ offset, knowsEnd }),
          data: { from: event.from, to: event.to },
        };
        break;
      case 'ended':
        if (knowsEnd) break;
        knowsEnd = true;
        yield {
          name: 'ended',
          id: formatPosition({ offset, knowsEnd }),
          data: toWireProcess(event.process, Date.now()),
        };
        break;
    }
  }
}
