import type { Invocation } from '../invocation.ts';
import { writeJson } from '../out.ts';

export async function main({ positionals, json, client }: Invocation<'close'>): Promise<number> {
  const [id = ''] = positionals;
  const result = await client.close(id);
  if (json) writeJson(result);
  return 0;
}
