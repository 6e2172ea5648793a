import type { Invocation } from '../invocation.ts';
import { writeJson } from '../out.ts';

export async function main({ positionals, json, client }: Invocation<'submit'>): Promise<number> {
  const [id = '', text = ''] = positionals;
  const result = await client.submit(id, text);
  if (json) writeJson(result);
  return 0;
}
