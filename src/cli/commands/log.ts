import type { Invocation } from '../invocation.ts';
import { type LogOptions, logPages } from '../log/pages.ts';
import { tellUser, writeJson, writeOut } from '../out.ts';
import { sessionOf } from '../session.ts';
import { UsageError } from '../usage-error.ts';
import { parseCount, parseTime } from '../values.ts';

export async function main(invocation: Invocation<'log'>): Promise<number> {
  const { values } = invocation;
  if (values.raw) {
    if (values.since !== undefined) throw new UsageError('--since and --raw do not go together');
    const { printRaw } = await import('../log/raw.ts');
    return printRaw(invocation, countOf('offset', values.offset), countOf('limit', values.limit));
  }
  if (values.follow) {
    const { followText } = await import('../log/follow.ts');
    return followText(invocation, request(invocation));
  }
  return printText(invocation);
}

async function printText(invocation: Invocation<'log'>): Promise<number> {
  const { positionals, json, client } = invocation;
  const [id = ''] = positionals;
  let last = '\n';
  for await (const page of logPages(client, id, request(invocation))) {
    if (json) writeJson(page);
    else {
      for (const gap of page.gaps ?? []) tellUser(`ringback: the bytes ${gap.from} to ${gap.to} are gone`);
      writeOut(page.output);
      last = page.output.at(-1) ?? last;
    }
  }
  if (last !== '\n') writeOut('\n');
  return 0;
}

function request({ values }: Invocation<'log'>): LogOptions {
  const offset = countOf('offset', values.offset);
  const limit = countOf('limit', values.limit);
  return {
    ...(offset !== undefined && { offset }),
    ...(limit !== undefined && { limit }),
    ...sessionOf(values),
    ...(values.since !== undefined && { since: parseTime('since', values.since, Date.now()) }),
  };
}

function countOf(option: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseCount(option, text);
}
