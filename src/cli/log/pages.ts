import type { Client } from '../../client/client.ts';
import type { WireLog } from '../../wire/output.ts';

export type LogOptions = {
  readonly offset?: number;
  readonly limit?: number;
  /** From the first line to the current last one. */
  readonly isWhole?: boolean;
  readonly since?: number;
  readonly session_key?: string;
};

/** More lines than any log has. */
const MOST_LINES = 10 ** 12;

/** One answer holds about a megabyte; this asks until everything requested was returned. */
export async function* logPages(client: Client, id: string, options: LogOptions): AsyncGenerator<WireLog> {
  const { isWhole, ...request } = options;
  let page = await client.log(id, isWhole ? { ...request, offset: 0, limit: MOST_LINES } : request);
  yield page;
  const end = endOf(page, options);
  for (let left = linesLeft(page, end); left > 0; left = linesLeft(page, end)) {
    const { session_id, cursor } = page;
    page = await client.log(session_id, { cursor, limit: left, ...sessionOption(options) });
    if (page.cursor === cursor) return;
    yield page;
  }
}

function sessionOption({ session_key }: LogOptions): { session_key?: string } {
  return session_key === undefined ? {} : { session_key };
}

/** The line to stop at. What is printed meanwhile is not included: a fast process would never be caught up with. */
function endOf({ total_lines, showing }: WireLog, { offset, limit, since, isWhole }: LogOptions): number {
  if (isWhole) return total_lines;
  if (limit !== undefined) return offset === undefined && since === undefined ? 0 : showing.first + limit;
  return since === undefined ? 0 : total_lines;
}

/** The rest of a line that was cut by the size of the answer is still to come. */
function linesLeft({ showing, total_lines, output }: WireLog, end: number): number {
  const isCut = output !== '' && !output.endsWith('\n');
  return Math.min(end, total_lines) - showing.last + (isCut && showing.last <= end ? 1 : 0);
}
