import type { Writer } from '../../client/writer.ts';
import type { Invocation } from '../invocation.ts';
import { writeJson } from '../out.ts';

export async function main({ positionals, json, client }: Invocation<'write'>): Promise<number> {
  const [id = '', text = ''] = positionals;
  const result =
    text === '-' ? await pour(client.writer(id), process.stdin) : await client.write(id, Buffer.from(text));
  if (json) writeJson(result);
  return 0;
}

async function pour(writer: Writer, source: AsyncIterable<Buffer>) {
  let written = 0;
  for await (const chunk of source) written += (await writer.write(chunk, { isPatient: true })).bytes_written;
  return { status: 'ok', bytes_written: written };
}
