import { isatty } from 'node:tty';
import type { Invocation } from '../invocation.ts';
import { describeGap } from '../log/gap.ts';
import { type LogOptions, logPages } from '../log/pages.ts';
import { tellUser, writeJson, writeOut } from '../out.ts';
import { sessionOf } from '../session.ts';
import { UsageError } from '../usage-error.ts';
import { parseCount, parseTime } from '../values.ts';

export async function main(invocation: Invocation<'log'>): Promise<number> {
  const { values } = invocation;
  const { all, limit, offset, since } = values;
  if (all && (limit ?? offset ?? since) !== undefined)
    throw new UsageError('--all cannot be combined with --limit, --offset or --since');
  if (values.grep !== undefined) {
    const { printMatches } = await import('../log/grep.ts');
    return printMatches(invocation);
  }
  if (values.count || values.context !== undefined)
    throw new UsageError('--count and --context are options of --grep');
  if (values.raw) {
    if (values.since !== undefined) throw new UsageError('--since cannot be combined with --raw');
    const { printRaw } = await import('../log/raw.ts');
    return printRaw(invocation, countOf('offset', values.offset), countOf('limit', values.limit));
  }
  if (values.follow) {
    const { followText } = await import('../log/follow.ts');
    return followText(invocation, request(invocation));
  }
  return printText(invocation);
}

/** A terminal gets the last lines; a pipe, which may be searched, gets everything. */
const SCREENFUL = 200;

async function printText(invocation: Invocation<'log'>): Promise<number> {
  const { positionals, json, client } = invocation;
  const [id = ''] = positionals;
  let last = '\n';
  for await (const page of logPages(client, id, request(invocation))) {
    if (json) writeJson(page);
    else {
      if (isScreenful(invocation) && page.showing.first > 0)
        tellUser(`ringback: showing the last ${SCREENFUL} of ${page.total_lines} lines; --all shows all`);
      for (const gap of page.gaps ?? []) tellUser(describeGap(gap));
      writeOut(page.output);
      last = page.output.at(-1) ?? last;
    }
  }
  if (last !== '\n') writeOut('\n');
  return 0;
}

function request(invocation: Invocation<'log'>): LogOptions {
  const { values, json } = invocation;
  const offset = countOf('offset', values.offset);
  const limit = countOf('limit', values.limit) ?? (isScreenful(invocation) ? SCREENFUL : undefined);
  const isWhole = [limit, offset, values.since].every((one) => one === undefined) && (!json || values.all);
  return {
    ...(offset !== undefined && { offset }),
    ...(limit !== undefined && { limit }),
    ...(isWhole && { isWhole }),
    ...sessionOf(values),
    ...(values.since !== undefined && { since: parseTime('since', values.since, Date.now()) }),
  };
}

/** JSON output says itself which lines it has. */
function isScreenful({ values: { all, limit, offset, since }, json }: Invocation<'log'>): boolean {
  return !json && !all && (limit ?? offset ?? since) === undefined && isatty(1);
}

function countOf(option: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseCount(option, text);
}
