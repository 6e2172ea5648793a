import { describeEnding, toExitCode } from '../format/ending.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';
import { parseSeconds } from '../values.ts';

/** As timeout(1) does. */
const TIMED_OUT = 124;

export async function main({ values, positionals, json, client }: Invocation<'wait'>): Promise<number> {
  const [id = ''] = positionals;
  const timeout = values.timeout === undefined ? {} : { timeout: parseSeconds('timeout', values.timeout) };
  const result = await client.wait(id, timeout);
  if (json) writeJson(result);
  if (result.status === 'timeout') {
    if (!json) tellUser(`ringback: ${result.session_id} still runs`);
    return TIMED_OUT;
  }
  if (!json) writeLine(`${result.session_id} ${describeEnding(result)}`);
  return toExitCode(result);
}
