import type { WireGap } from '../wire/gap.ts';
import type { WireFoundLine, WireFoundLines, WireGrepEnd } from '../wire/grep.ts';
import { streamEvents } from './event-stream.ts';
import type { Link } from './link.ts';

export type GrepEvent =
  | ({ readonly type: 'line' } & WireFoundLine)
  | ({ readonly type: 'gap' } & WireGap)
  | ({ readonly type: 'done' } & WireGrepEnd);

const MOST_BREAKS = 10;

/** What a search finds, line by line. */
export async function* streamGrep(link: Link, path: string, signal?: AbortSignal): AsyncGenerator<GrepEvent> {
  for await (const { name, data } of streamEvents(link, path, { signal, mostBreaks: MOST_BREAKS })) {
    if (name === 'lines')
      for (const line of (JSON.parse(data) as WireFoundLines).lines) yield { type: 'line', ...line };
    else if (name === 'gap') yield { type: 'gap', ...(JSON.parse(data) as WireGap) };
    else if (name === 'done') yield { type: 'done', ...(JSON.parse(data) as WireGrepEnd) };
  }
}
