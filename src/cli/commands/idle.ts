import type { WireAwake } from '../../wire/daemon.ts';
import { formatTable } from '../format/table.ts';
import { terminalWidth } from '../format/width.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';
import { UsageError } from '../usage-error.ts';
import { parseSeconds } from '../values.ts';

/** The exit code is the answer, for `ringback idle && systemctl suspend`. */
export async function main({ values, json, client }: Invocation<'idle'>): Promise<number> {
  const { session, task, 'max-age': age } = values;
  if (age !== undefined && session === undefined) throw new UsageError('--max-age needs --session');
  const answer = await client.active({
    ...(session !== undefined && { session_key: session }),
    ...(task !== undefined && { task }),
    ...(age !== undefined && { max_age: Math.ceil(parseSeconds('--max-age', age)) }),
  });
  const { next_at } = answer;
  if (json) writeJson(answer);
  else if (answer.active)
    writeLine(
      formatTable(
        [['REASON', 'ID', 'SINCE', 'SESSION'], ...answer.kept_awake_by.map(toRow)],
        terminalWidth(),
      ),
    );
  if (!json && next_at !== null) tellUser(`The next wake-up is due at ${next_at}.`);
  return answer.active ? 1 : 0;
}

function toRow({ reason, session_id, session_key, since }: WireAwake): string[] {
  return [reason, session_id ?? '-', since ?? '-', session_key];
}
