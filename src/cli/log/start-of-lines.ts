import type { Client } from '../../client/client.ts';

const FIRST_WINDOW = 64 * 1024;
const LARGEST_WINDOW = 4 * 1024 * 1024;

/** The offset at which the last `count` lines before `end` begin; fewer lines if they are very long. */
export async function startOfLines(client: Client, id: string, end: number, count: number): Promise<number> {
  if (count === 0) return end;
  for (let window = FIRST_WINDOW; ; window *= 8) {
    const from = Math.max(0, end - window);
    const starts = await lineStarts(client, id, from, end);
    if (starts.length >= count) return starts.at(-count) ?? end;
    if (from === 0) return 0;
    if (window >= LARGEST_WINDOW) return starts[0] ?? from;
  }
}

async function lineStarts(client: Client, id: string, from: number, to: number): Promise<number[]> {
  const starts = from === 0 ? [0] : [];
  if (from >= to) return starts;
  for await (const event of client.read(id, { from, to, raw: true })) {
    if (event.type !== 'output') continue;
    for (let at = event.bytes.indexOf(0x0a); at >= 0; at = event.bytes.indexOf(0x0a, at + 1)) {
      const start = event.offset + at + 1;
      if (start < to) starts.push(start);
    }
  }
  return starts;
}
