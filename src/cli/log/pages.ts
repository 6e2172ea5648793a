import type { Client } from '../../client/client.ts';
import type { WireLog } from '../../wire/types.ts';

export type LogOptions = { readonly offset?: number; readonly limit?: number; readonly since?: number };

/** A single answer holds about a megabyte; this asks until everything was given that the first one was asked for. */
export async function* logPages(client: Client, id: string, options: LogOptions): AsyncGenerator<WireLog> {
  const first = await client.log(id, options);
  yield first;
  const { limit, since } = options;
  // The lines from the end backwards come in one answer, as far as they fit.
  if (options.offset === undefined && since === undefined) return;
  const end = Math.min(
    first.total_lines,
    limit === undefined ? Number.POSITIVE_INFINITY : first.showing.first + limit,
  );
  const isWhole = since !== undefined && limit === undefined;
  let page = first;
  while (page.showing.last < end && (isWhole || limit !== undefined)) {
    const offset = page.showing.last;
    const next = isWhole
      ? await client.log(first.session_id, { cursor: page.cursor })
      : await client.log(first.session_id, { offset, limit: end - offset });
    if (next.showing.last <= page.showing.last && next.cursor === page.cursor) return;
    page = next;
    yield page;
  }
}
