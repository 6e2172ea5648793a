import { toExitCode } from '../format/ending.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeOut } from '../out.ts';
import { describeGap } from './gap.ts';

/** The bytes as printed; `limit` of them from `offset` on. */
export async function printRaw(
  { values, positionals, json, client }: Invocation<'log'>,
  offset = 0,
  limit?: number,
): Promise<number> {
  const [id = ''] = positionals;
  const to = limit === undefined ? Number.POSITIVE_INFINITY : offset + limit;
  const events =
    values.follow === true
      ? client.follow(id, { from: offset, raw: true })
      : client.read(id, { from: offset, raw: true, ...(limit !== undefined && { to }) });
  let code = 0;
  for await (const event of events) {
    if (event.type === 'output') {
      const bytes = event.bytes.subarray(0, to - event.offset);
      if (json) writeJson({ session_id: id, offset: event.offset, data: bytes.toString('base64') });
      else writeOut(bytes);
      if (event.offset + bytes.length >= to) break;
    } else if (event.type === 'gap') {
      if (json) writeJson({ session_id: id, gap: { from: event.from, to: event.to } });
      else tellUser(describeGap(event));
    } else if (values.follow) code = toExitCode(event.process);
  }
  return code;
}
