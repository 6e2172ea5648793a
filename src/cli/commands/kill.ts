import { RingbackError } from '../../base/errors.ts';
import type { WireKill } from '../../wire/kill.ts';
import { describeEnding } from '../format/ending.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeResult } from '../out.ts';
import { sessionOf } from '../session.ts';
import { UsageError } from '../usage-error.ts';
import { parseSeconds } from '../values.ts';

export async function main(invocation: Invocation<'kill'>): Promise<number> {
  const { values, positionals } = invocation;
  const ways = [positionals.length > 0, values.all === true, values.task !== undefined];
  if (ways.filter(Boolean).length !== 1) {
    throw new UsageError('give process IDs, --all or --task', 'See: ringback kill --help');
  }
  return positionals.length > 0 ? killEach(invocation) : killAll(invocation);
}

/** One that fails does not stop the others from being killed. */
async function killEach({ positionals, values, json, client }: Invocation<'kill'>): Promise<number> {
  const results = await Promise.allSettled(
    positionals.map((id) => client.kill(id, { ...graceOf(values), ...sessionOf(values) })),
  );
  let failures = 0;
  for (const result of results) {
    if (result.status === 'fulfilled') {
      writeResult(json, result.value, describe(result.value));
      failures += result.value.survivors.length;
    } else {
      // With a single id its error is the error of the command.
      if (results.length === 1 || !(result.reason instanceof RingbackError)) throw result.reason;
      const { message, code, hint } = result.reason;
      if (json) writeJson({ error: message, code, hint });
      tellUser(`ringback: ${message}`);
      failures += 1;
    }
  }
  return failures === 0 ? 0 : 1;
}

async function killAll({ values, json, client }: Invocation<'kill'>): Promise<number> {
  const { task, session } = values;
  const result = await client.killAll({
    ...(task !== undefined && { task }),
    // No default: --all means the processes of every session.
    ...(session !== undefined && { session_key: session }),
    ...graceOf(values),
  });
  writeResult(json, result, [...result.processes.map(describe), `${result.killed} ended`].join('\n'));
  return result.processes.some(({ survivors }) => survivors.length > 0) ? 1 : 0;
}

function graceOf({ grace }: { grace?: string }): { grace?: number } {
  return grace === undefined ? {} : { grace: parseSeconds('grace', grace) };
}

function describe(result: WireKill): string {
  const ending = describeEnding(result);
  const text = result.status === 'killed' ? ending : `had already ended: ${ending}`;
  const count = result.killed > 0 ? `; processes ended: ${result.killed}` : '';
  const left = result.survivors.length > 0 ? `; STILL ALIVE: ${result.survivors.join(' ')}` : '';
  return `${result.session_id} ${text}${count}${left}`;
}
