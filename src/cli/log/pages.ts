import type { Client } from '../../client/client.ts';
import type { WireLog } from '../../wire/output.ts';

export type LogOptions = {
  readonly offset?: number;
  readonly limit?: number;
  /** From the first line to the last that there is now. */
  readonly isWhole?: boolean;
  readonly since?: number;
  readonly session_key?: string;
};

/** More than any log has. */
const MOST_LINES = 10 ** 12;

/** A single answer holds about a megabyte; this asks on until everything was given that was asked for. */
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

/** The line that is not wanted any more. What is printed meanwhile is not: a fast process would never be caught up. */
function endOf({ total_lines, showing }: WireLog, { offset, limit, since, isWhole }: LogOptions): number {
  if (isWhole) return total_lines;
  if (limit !== undefined) return offset === undefined && since === undefined ? 0 : showing.first + limit;
  return since === undefined ? 0 : total_lines;
}

/** A line that was cut by the size of the answer still has its rest to come. */
function linesLeft({ showing, total_lines, output }: WireLog, end: number): number {
  const isCut = output !== '' && !output.endsWith('\n');
  return Math.min(end, total_lines) - showing.last + (isCut && showing.last <= end ? 1 : 0);
}
