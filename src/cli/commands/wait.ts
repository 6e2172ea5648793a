import { describeEnding, toExitCode } from '../format/ending.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';
import { sessionOf } from '../session.ts';
import { parseSeconds } from '../values.ts';

/** The exit code of timeout(1). */
const TIMED_OUT = 124;
const NEVER_MATCHED = 1;

export async function main({ values, positionals, json, client }: Invocation<'wait'>): Promise<number> {
  const [id = ''] = positionals;
  const { timeout, until } = values;
  const result = await client.wait(id, {
    ...(timeout !== undefined && { timeout: parseSeconds('timeout', timeout) }),
    ...(until !== undefined && { until }),
    ...(values.raw && { raw: true }),
    ...sessionOf(values),
  });
  if (json) writeJson(result);
  if (result.status === 'timeout') {
    if (!json) tellUser(`ringback: ${result.session_id} is still running`);
    return TIMED_OUT;
  }
  if (result.status === 'matched') {
    if (!json) writeLine(result.line);
    return 0;
  }
  const ending = `${result.session_id} ${describeEnding(result)}`;
  if (until === undefined) {
    if (!json) writeLine(ending);
    if (!json && result.status === 'exited' && result.note) tellUser(`ringback: ${result.note}`);
    return toExitCode(result);
  }
  if (!json) tellUser(`ringback: ${ending} without a line that matches --until`);
  return toExitCode(result) || NEVER_MATCHED;
}
