import { describeEnding, toExitCode } from '../format/ending.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';
import { sessionOf } from '../session.ts';
import { parseSeconds } from '../values.ts';

/** The exit code of timeout(1). */
const TIMED_OUT = 124;
const IN_VAIN = 1;

export async function main({ values, positionals, json, client }: Invocation<'wait'>): Promise<number> {
  const [id = ''] = positionals;
  const { timeout, until, ready } = values;
  const result = await client.wait(id, {
    ...(timeout !== undefined && { timeout: parseSeconds('timeout', timeout) }),
    ...(until !== undefined && { until }),
    ...(ready && { ready }),
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
  if (result.status === 'ready') {
    if (!json) writeLine(result.url ?? result.address ?? `${result.session_id} is ready`);
    return 0;
  }
  const ending = `${result.session_id} ${describeEnding(result)}`;
  if (until === undefined && !ready) {
    if (!json) writeLine(ending);
    if (!json && result.status === 'exited' && result.note) tellUser(`ringback: ${result.note}`);
    return toExitCode(result);
  }
  const missed = ready ? 'before it was ready' : 'without a line that matches --until';
  if (!json) tellUser(`ringback: ${ending} ${missed}`);
  return toExitCode(result) || IN_VAIN;
}
