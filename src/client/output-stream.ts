import type { WireGap } from '../wire/gap.ts';
import type { WireOutputPiece } from '../wire/output.ts';
import type { WireProcess } from '../wire/process.ts';
import { streamEvents } from './event-stream.ts';
import type { Link } from './link.ts';
import type { SseEvent } from './sse.ts';

export type OutputEvent =
  | { readonly type: 'output'; readonly offset: number; readonly bytes: Buffer }
  | ({ readonly type: 'gap' } & WireGap)
  | { readonly type: 'ended'; readonly process: WireProcess };

const MOST_BREAKS = 10;

/** The events of an output route. */
export async function* streamOutput(
  link: Link,
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<OutputEvent> {
  for await (const event of streamEvents(link, path, { signal, mostBreaks: MOST_BREAKS })) {
    const output = toOutputEvent(event);
    if (output !== null) yield output;
  }
}

function toOutputEvent({ name, data }: SseEvent): OutputEvent | null {
  switch (name) {
    case 'output': {
      const { offset, data: base64 } = JSON.parse(data) as WireOutputPiece;
      return { type: 'output', offset, bytes: Buffer.from(base64, 'base64') };
    }
    case 'gap':
      return { type: 'gap', ...(JSON.parse(data) as WireGap) };
    case 'ended':
      return { type: 'ended', process: JSON.parse(data) as WireProcess };
    default:
      return null;
  }
}
