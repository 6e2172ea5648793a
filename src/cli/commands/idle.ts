import { formatAge } from '../../base/age.ts';
import type { WireAwake } from '../../wire/daemon.ts';
import { shortId } from '../chat/short-id.ts';
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
  else if (answer.active) {
    const width = terminalWidth();
    writeLine(formatTable(toRows(answer.kept_awake_by, width, Date.now()), width));
  }
  if (!json && next_at !== null)
    tellUser(`The next wake-up is due at ${next_at} (in ${formatAge(Date.parse(next_at) - Date.now())}).`);
  return answer.active ? 1 : 0;
}

const words: Readonly<Record<WireAwake['reason'], string>> = {
  running: 'running',
  delegate: 'delegate',
  undelivered: 'undelivered',
  turn: 'turn',
  silence: 'silence',
  place: 'place',
  wake_up: 'wake-up',
};

/** Narrower than this, the end of a whole id would be cut. */
const WHOLE_IDS = 60;

/** A column that says nothing is left out. */
function toRows(kept: readonly WireAwake[], width: number, now: number): string[][] {
  const toId = (id: string) => (width < WHOLE_IDS ? shortId(id) : id);
  const hasId = kept.some(({ session_id }) => session_id !== null);
  return [
    ['REASON', ...(hasId ? ['ID'] : []), 'FOR', 'SESSION'],
    ...kept.map(({ reason, session_id, session_key, since }) => [
      words[reason],
      ...(hasId ? [session_id === null ? '-' : toId(session_id)] : []),
      since === null ? '-' : formatAge(now - Date.parse(since)),
      session_key === '' ? '-' : session_key,
    ]),
  ];
}
