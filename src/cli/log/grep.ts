import { isatty } from 'node:tty';
import type { GrepEvent } from '../../client/grep-stream.ts';
import type { GrepQuery } from '../../wire/grep.ts';
import { colour, usesColour } from '../format/colour.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine, writeOut } from '../out.ts';
import { UsageError } from '../usage-error.ts';
import { parseCount, parseTime } from '../values.ts';
import { describeGap } from './gap.ts';

/** A terminal gets the first of them; a pipe gets all. */
const SCREENFUL = 200;

/** Prints the lines that match as `grep -n` does; exits with 1 if there are none. */
export async function printMatches(invocation: Invocation<'log'>): Promise<number> {
  const { values, positionals, json, client } = invocation;
  const [text = ''] = positionals;
  const { session_id } = await client.get(text);
  const print = json ? printJson(session_id) : printText(invocation);
  let count = 0;
  for await (const event of client.grep(session_id, toQuery(invocation))) {
    print(event);
    if (event.type === 'done') count = event.count;
  }
  if (values.count && !json) writeLine(String(count));
  return count > 0 ? 0 : 1;
}

function toQuery(invocation: Invocation<'log'>): GrepQuery {
  const { grep = '', context, count, limit, offset, since, follow, raw } = invocation.values;
  if (follow) throw new UsageError('--grep cannot be combined with --follow');
  if (count && context !== undefined) throw new UsageError('--count cannot be combined with --context');
  const most = limit ?? (isScreenful(invocation) ? String(SCREENFUL) : undefined);
  return {
    pattern: grep,
    ...(context !== undefined && { context: parseCount('context', context) }),
    ...(most !== undefined && { limit: parseCount('limit', most) }),
    ...(offset !== undefined && { offset: parseCount('offset', offset) }),
    ...(since !== undefined && { since: parseTime('since', since, Date.now()) }),
    ...(count && { count }),
    ...(raw && { raw }),
  };
}

function isScreenful({ values: { all, limit, count }, json }: Invocation<'log'>): boolean {
  return !json && !all && !count && limit === undefined && isatty(1);
}

function printJson(session_id: string): (event: GrepEvent) => void {
  return ({ type, ...event }) =>
    writeJson(type === 'gap' ? { session_id, gap: event } : { session_id, ...event });
}

function printText(invocation: Invocation<'log'>): (event: GrepEvent) => void {
  const usesColours = usesColour();
  const hasContext = (invocation.values.context ?? '0') !== '0';
  let next = -1;
  return (event) => {
    if (event.type === 'gap') tellUser(describeGap(event));
    else if (event.type === 'line') {
      const { line, text, match, cut } = event;
      if (hasContext && next >= 0 && line > next) writeLine('--');
      next = line + 1;
      const number = colour(`${line}${match ? ':' : '-'}`, match ? 'green' : 'grey', usesColours);
      writeOut(`${number}${text}${cut ? '…' : ''}\n`);
    } else if (event.next !== undefined && isScreenful(invocation))
      tellUser(`ringback: showing the first ${SCREENFUL} lines that match; --all shows all`);
  };
}
