import { setTimeout as sleep } from 'node:timers/promises';
import { failpoint } from '../../base/failpoint.ts';
import type { Turn } from '../../client/notifications.ts';
import type { WireNotification } from '../../wire/notification.ts';
import { fitEvent } from '../inbox/fit-event.ts';
import { abortWhen, isGone, listen } from '../inbox/listen.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine, writeResult } from '../out.ts';
import { namedSession, sessionOf } from '../session.ts';
import { UsageError } from '../usage-error.ts';
import { parseCount, parseSeconds } from '../values.ts';

/** More than anyone reads. */
const MOST_PEEKED = 1_000;
/** Claude Code drops events of a monitor that sends more than one every two seconds for long. */
const MONITOR_PACE_MS = 2_500;
/** The same exit code as `ringback wait`. */
const TIMED_OUT = 124;

const neededOptions = [
  ['wait', ['once']],
  ['if-unheard', ['once']],
  ['monitor', ['follow']],
  ['pid', ['follow', 'once']],
] as const;

export async function main(invocation: Invocation<'inbox'>): Promise<number> {
  const { values, action, positionals, client } = invocation;
  const { session_key: session } = sessionOf(values);
  checkOptions(invocation);
  if (values.peek) return peek(invocation, namedSession(values));
  if (session === undefined)
    throw new UsageError(
      'no session: the file $RINGBACK_SESSION_FILE does not name one yet',
      'Give --session KEY or set RINGBACK_SESSION; --peek shows the notifications of all sessions.',
    );
  if (action === 'dismiss') {
    const { dismiss } = await import('../inbox/dismiss.ts');
    return dismiss(invocation, session, positionals);
  }
  if (values.close) {
    await client.session.close(session);
    return 0;
  }
  if (values.once) return printOne(invocation);
  return values.follow ? follow(invocation) : drain(invocation, session);
}

function checkOptions({ values, action }: Invocation<'inbox'>): void {
  const options = (['follow', 'once', 'peek', 'close'] as const).filter((name) => values[name]);
  const modes = [...(action ? [action] : []), ...options.map((name) => `--${name}`)];
  if (modes.length > 1) throw new UsageError(`${modes.join(' and ')} cannot be combined`);
  for (const [name, modes] of neededOptions) {
    if (values[name] !== undefined && !modes.some((mode) => values[mode]))
      throw new UsageError(`--${name} needs ${modes.map((mode) => `--${mode}`).join(' or ')}`);
  }
}

/** Prints without delivering. */
async function peek({ json, client }: Invocation<'inbox'>, session: string | undefined): Promise<number> {
  const newestFirst = await client.notifications.history({
    ...(session !== undefined && { session_key: session }),
    open: true,
    limit: MOST_PEEKED,
  });
  const pending = newestFirst.toReversed();
  if (pending.length === 0 && !json) tellUser('No pending notifications.');
  for (const [index, one] of pending.entries()) {
    writeResult(json, one, `${index > 0 ? '\n' : ''}${session === undefined ? heading(one) : ''}${one.text}`);
  }
  return 0;
}

/** Everything pending, including what arrives while it is being printed. */
async function drain({ json, client }: Invocation<'inbox'>, session: string): Promise<number> {
  let hasPrinted = false;
  for (;;) {
    const turn = await client.notifications.drain(session);
    if (!turn) break;
    await deliver(turn, json, hasPrinted);
    hasPrinted = true;
  }
  if (!hasPrinted && !json) tellUser('No pending notifications.');
  return 0;
}

async function follow(invocation: Invocation<'inbox'>): Promise<number> {
  const { json, client, values } = invocation;
  let hasPrinted = false;
  let quietUntil = 0;
  for await (const turn of listen(client, listening(invocation))) {
    if (values.monitor) {
      await sleep(Math.max(0, quietUntil - Date.now()));
      if (sessionOf(values).session_key !== turn.session_key) continue;
      const { text, ids } = fitEvent(turn.notifications);
      writeLine(text);
      failpoint('inbox:before-acknowledge');
      await client.notifications.acknowledge(ids);
      quietUntil = Date.now() + MONITOR_PACE_MS;
      continue;
    }
    await deliver(turn, json, hasPrinted);
    hasPrinted = true;
  }
  return 0;
}

/** Only for the conversation that it was started in: whoever waits for this program must not get another's notification. */
async function printOne(invocation: Invocation<'inbox'>): Promise<number> {
  const { json, client, values } = invocation;
  const { session, signal } = listening(invocation);
  const first = session();
  const stays = abortWhen(() => session() !== first, signal);
  const ifUnheard = values['if-unheard'] ?? false;
  for await (const turn of listen(client, { session, signal: stays, ifUnheard })) {
    await deliver(turn, json, false);
    return 0;
  }
  return TIMED_OUT;
}

function listening({ values }: Invocation<'inbox'>): Parameters<typeof listen>[1] {
  const ends: AbortSignal[] = [];
  if (values.wait !== undefined) ends.push(AbortSignal.timeout(parseSeconds('wait', values.wait) * 1000));
  if (values.pid !== undefined) {
    const pid = parseCount('pid', values.pid);
    ends.push(abortWhen(() => isGone(pid)));
  }
  return { session: () => sessionOf(values).session_key, signal: AbortSignal.any(ends) };
}

/** Acknowledged only after it was written to stdout: if the reader is gone, the program has ended before. */
async function deliver(turn: Turn, json: boolean, hasPrinted: boolean): Promise<void> {
  if (json) for (const one of turn.notifications) writeJson(one);
  else writeLine(`${hasPrinted ? '\n' : ''}${turn.text}`);
  failpoint('inbox:before-acknowledge');
  await turn.acknowledge();
}

function heading({ session_key }: WireNotification): string {
  return `For session ${session_key === '' ? '(none)' : session_key}:\n`;
}
