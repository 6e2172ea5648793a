import type { Turn } from '../../client/notifications.ts';
import type { WireNotification } from '../../wire/notification-types.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';
import { sessionOf } from '../session.ts';
import { UsageError } from '../usage-error.ts';

/** More than anybody reads. */
const MOST_PEEKED = 1_000;

export async function main(invocation: Invocation<'inbox'>): Promise<number> {
  const { values } = invocation;
  const { session_key: session } = sessionOf(values);
  if (values.peek && values.follow)
    throw new UsageError(
      '--peek and --follow do not go together',
      'What is followed is delivered; --peek only looks.',
    );
  if (values.peek) return peek(invocation, session);
  if (session === undefined)
    throw new UsageError(
      'whose inbox? Printing a notification delivers it, so a session has to be named',
      'Give --session KEY or set RINGBACK_SESSION; --peek shows what is pending for all sessions.',
    );
  return values.follow ? follow(invocation, session) : drain(invocation, session);
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

async function follow({ json, client }: Invocation<'inbox'>, session: string): Promise<number> {
  let hasPrinted = false;
  for await (const turn of client.notifications.subscribe(session)) {
    await deliver(turn, json, hasPrinted);
    hasPrinted = true;
  }
  return 0;
}

/** Acknowledged only when stdout has taken it: a reader that went away ends the program before. */
async function deliver(turn: Turn, json: boolean, isFurther: boolean): Promise<void> {
  if (json) for (const one of turn.notifications) writeJson(one);
  else writeLine(`${isFurther ? '\n' : ''}${turn.text}`);
  await turn.acknowledge();
}

function heading({ session_key }: WireNotification): string {
  return `For session ${session_key === '' ? '(none)' : session_key}:\n`;
}
