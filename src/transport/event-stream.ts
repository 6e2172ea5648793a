import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { wireError } from '../wire/error.ts';
import { toErrorAnswer } from './error-answer.ts';
import type { ServerEvent } from './route.ts';

const HEARTBEAT_MS = 15_000;

export const brokenStream = {
  summary: 'The stream cannot go on; the answer ends after it.',
  data: wireError,
};

/** Sends events as they come, never faster than the client reads. A complete answer means that nothing more will come. */
export async function sendEvents(
  response: ServerResponse,
  { events, start }: { events: AsyncIterable<ServerEvent>; start: string },
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(`id: ${start}\n\n`);
  let lastId = start;
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': alive\n\n');
  }, HEARTBEAT_MS);
  try {
    for await (const event of events) {
      lastId = event.id;
      if (!response.write(formatEvent(event))) await once(response, 'drain', { signal });
    }
    if (!signal.aborted) response.end();
  } catch (error) {
    if (signal.aborted) return;
    response.end(formatEvent({ name: 'error', id: lastId, data: toErrorAnswer(error).body }));
    throw error;
  } finally {
    clearInterval(heartbeat);
    // Cut off rather than completed: the client sees the difference and comes back.
    if (signal.aborted) response.destroy();
  }
}

export function formatEvent({ name, id, data }: ServerEvent): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
