import type { Client } from '../../client/client.ts';
import type { ListQuery, WireListed } from '../../wire/process.ts';

/** What runs, and what each uses at this moment. */
export type Figures = { readonly at: number; readonly processes: readonly WireListed[] };

export async function readFigures(client: Client, filter: ListQuery): Promise<Figures> {
  const { processes } = await client.list({ ...filter, ended: false });
  return { at: performance.now(), processes };
}
