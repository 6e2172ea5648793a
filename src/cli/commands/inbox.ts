import { setTimeout as sleep } from 'node:timers/promises';
import { failpoint } from '../../base/failpoint.ts';
import type { Turn } from '../../client/notifications.ts';
import type { WireNotification } from '../../wire/notification-types.ts';
import { fitEvent } from '../inbox/fit-event.ts';
import { abortWhen, isGone, listen } from '../inbox/listen.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';
import { namedSession, sessionOf } from '../session.ts';
import { UsageError } from '../usage-error.ts';
import { parseCount, parseSeconds } from '../values.ts';

/** More than anybody reads. */
const MOST_PEEKED = 1_000;
/** Claude Code drops what its monitors say more often than every two seconds for long. */
const MONITOR_PACE_MS = 2_500;
/** As of `ringback wait`. */
const NOTHING_CAME = 124;

const needs = [
  ['wait', ['once']],
  ['if-unheard', ['once']],
  ['monitor', ['follow']],
  ['pid', ['follow', 'once']],
] as const;

export async function main(invocation: Invocation<'inbox'>): Promise<number> {
  const { values, positionals, client } = invocation;
  const { session_key: session } = sessionOf(values);
  checkOptions(values, positionals);
  if (values.peek) return peek(invocation, namedSession(values));
  if (session === undefined)
    throw new UsageError(
      'whose inbox? Printing a notification delivers it, and the file of $RINGBACK_SESSION_FILE names no session',
      'Give --session KEY or set RINGBACK_SESSION; --peek shows what is pending for all sessions.',
    );
  if (positionals.length > 0) {
    const { dismiss } = await import('../inbox/dismiss.ts');
    return dismiss(invocation, session, positionals.slice(1));
  }
  if (values.close) {
    await client.session.close(session);
    return 0;
  }
  if (values.once) return printOne(invocation);
  return values.follow ? follow(invocation) : drain(invocation, session);
}

function checkOptions(values: Invocation<'inbox'>['values'], [action]: readonly string[]): void {
  const modes = (['follow', 'once', 'peek', 'close'] as const).filter((name) => values[name]);
  if (action !== undefined && action !== 'dismiss')
    throw new UsageError(`unknown action '${action}'`, 'Actions: dismiss; none prints what is pending.');
  if (action === 'dismiss' && modes.length > 0)
    throw new UsageError(`dismiss and --${modes[0]} do not go together`);
  if (modes.length > 1)
    throw new UsageError(
      `${modes.map((name) => `--${name}`).join(' and ')} do not go together`,
      'What is followed is delivered; --peek only looks.',
    );
  for (const [name, modes] of needs) {
    if (values[name] !== undefined && !modes.some((mode) => values[mode]))
      throw new UsageError(`--${name} goes with ${modes.map((mode) => `--${mode}`).join(' or ')} only`);
  }
}

/** Looking changes nothing. */
async function peek({ json, client }: Invocation<'inbox'>, session: string | undefined): Promise<number> {
  const newestFirst = await client.notifications.history({
    ...(session !== undefined && { session_key: session }),
    open: true,
    limit: MOST_PEEKED,
  });
  const pending = newestFirst.toReversed();
  if (pending.length === 0 && !json) tellUser('Nothing is pending.');
  for (const [index, one] of pending.entries()) {
    if (json) writeJson(one);
    else writeLine(`${index > 0 ? '\n' : ''}${session === undefined ? heading(one) : ''}${one.text}`);
  }
  return 0;
}

/** Everything pending, also what comes while it is being printed. */
async function drain({ json, client }: Invocation<'inbox'>, session: string): Promise<number> {
  let hasPrinted = false;
  for (;;) {
    const turn = await client.notifications.drain(session);
    if (!turn) break;
    await deliver(turn, json, hasPrinted);
    hasPrinted = true;
  }
  if (!hasPrinted && !json) tellUser('Nothing is pending.');
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

/** For one conversation: whoever waits for this program's end may not take it in another. */
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
  return NOTHING_CAME;
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

/** Acknowledged only when stdout has taken it: a reader that went away ends the program before. */
async function deliver(turn: Turn, json: boolean, isFurther: boolean): Promise<void> {
  if (json) for (const one of turn.notifications) writeJson(one);
  else writeLine(`${isFurther ? '\n' : ''}${turn.text}`);
  failpoint('inbox:before-acknowledge');
  await turn.acknowledge();
}

function heading({ session_key }: WireNotification): string {
  return `For session ${session_key === '' ? '(none)' : session_key}:\n`;
}
