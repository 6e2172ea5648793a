import { formatAge } from '../../base/age.ts';
import type { WakeUpRequest, WireWakeUp } from '../../wire/wake.ts';
import { formatTable } from '../format/table.ts';
import { terminalWidth } from '../format/width.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine, writeResult } from '../out.ts';
import { sessionOf } from '../session.ts';
import type { Action } from '../specs.ts';
import { UsageError } from '../usage-error.ts';

type Wake = Invocation<'wake'>;
type When = Omit<WakeUpRequest, 'id' | 'session_key' | 'note'>;

const HELP = 'See: ringback wake --help';

const actions: { [Name in Action<'wake'>]: (invocation: Wake) => Promise<number> } = {
  after: (invocation) => setAtTime(invocation, (after) => ({ after })),
  at: (invocation) => setAtTime(invocation, (at) => ({ at, tz: zoneOf(invocation) })),
  every: (invocation) => setAtTime(invocation, (every) => ({ every, tz: zoneOf(invocation) })),
  when: setBarrier,
  ls: list,
  cancel,
};

export async function main(invocation: Wake): Promise<number> {
  return actions[invocation.action](invocation);
}

function setAtTime(invocation: Wake, toWhen: (time: string) => When): Promise<number> {
  const [time, ...note] = invocation.positionals;
  if (time === undefined) throw new UsageError('missing argument: TIME', HELP);
  return set(invocation, toWhen(time), note.join(' '));
}

function setBarrier(invocation: Wake): Promise<number> {
  const { values, positionals } = invocation;
  if (values.all === values.any) throw new UsageError('give --all or --any', HELP);
  const parts = positionals.slice(0, -1);
  const note = positionals.at(-1) ?? '';
  if (parts.length === 0) throw new UsageError('missing argument: PART… NOTE', HELP);
  return set(invocation, values.all ? { all: parts } : { any: parts }, note);
}

async function set({ client, json, values }: Wake, when: When, note: string): Promise<number> {
  const { session_key } = sessionOf(values);
  if (session_key === undefined)
    throw new UsageError(
      'no session: the file $RINGBACK_SESSION_FILE does not name one yet',
      'Give --session KEY or set RINGBACK_SESSION.',
    );
  const wakeUp = await client.wakeUps.set({ session_key, note, ...when });
  writeResult(json, wakeUp, wakeUp.wake_id);
  if (!json) tellUser(describe(wakeUp, session_key));
  return 0;
}

function describe({ state, due_at }: WireWakeUp, session: string): string {
  if (state !== 'pending') return `${session} is notified now.`;
  if (due_at === null) return `${session} will be notified.`;
  return `${session} will be notified at ${due_at} (in ${formatAge(Date.parse(due_at) - Date.now())}).`;
}

async function list({ client, json, values, positionals }: Wake): Promise<number> {
  if (positionals.length > 0) throw new UsageError(`too many arguments: ${positionals.join(' ')}`, HELP);
  const { session, all } = values;
  const found = await client.wakeUps.list({
    ...(session !== undefined && { session_key: session }),
    ...(all && { all }),
  });
  if (json) for (const one of found) writeJson(one);
  else if (found.length === 0) tellUser('No wake-ups. Set one with: ringback wake after 10m NOTE');
  else
    writeLine(
      formatTable([['ID', 'STATE', 'NEXT', 'WHEN', 'SESSION', 'NOTE'], ...found.map(toRow)], terminalWidth()),
    );
  return 0;
}

function toRow(wakeUp: WireWakeUp): string[] {
  const { wake_id, state, due_at, session_key, note } = wakeUp;
  return [wake_id, state, due_at ?? '-', describeWhen(wakeUp), session_key, note];
}

function describeWhen({ kind, every, tz, mode, parts = [] }: WireWakeUp): string {
  if (kind === 'when') {
    const happened = parts.filter((part) => part.state === 'happened').length;
    return `${mode} of ${parts.length}, ${happened} happened`;
  }
  return every === undefined ? kind : `every ${every}${tz === undefined ? '' : ` ${tz}`}`;
}

/** One that fails does not keep the others from being cancelled. */
async function cancel({ client, json, values, positionals }: Wake): Promise<number> {
  if (positionals.length === 0) throw new UsageError('missing argument: ID', HELP);
  const { session } = values;
  const results = await Promise.allSettled(
    positionals.map((id) => client.wakeUps.cancel(id, session === undefined ? {} : { session_key: session })),
  );
  for (const result of results)
    if (result.status === 'fulfilled')
      writeResult(json, result.value, `${result.value.wake_id} ${describeState(result.value)}`);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return 0;
}

function describeState({ state }: WireWakeUp): string {
  return state === 'fired' ? 'had rung already' : 'cancelled';
}

function zoneOf({ values }: Wake): string {
  return values.tz ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
