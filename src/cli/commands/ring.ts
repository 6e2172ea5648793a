import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';
import { showKinds } from '../ring/kinds.ts';
import { listRingers } from '../ring/list.ts';
import { parseTarget } from '../ring/target.ts';
import { testRinger } from '../ring/test.ts';
import { sessionOf } from '../session.ts';
import { UsageError } from '../usage-error.ts';

type Ring = Invocation<'ring'>;
/** `words`: what stands behind the action. */
type Action = (invocation: Ring, words: readonly string[]) => Promise<number>;

const actions: Readonly<Record<string, Action>> = {
  add,
  ls: (invocation, words) => none(words, () => listRingers(invocation)),
  rm: remove,
  test: (invocation, words) => testRinger(invocation, sessionIn(invocation, words)),
  retry,
  dismiss,
  kinds: showKinds,
};

export async function main(invocation: Ring): Promise<number> {
  const [name = '', ...words] = invocation.positionals;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action)
    throw new UsageError(`unknown action '${name}'`, `Actions: ${Object.keys(actions).join(', ')}`);
  return action(invocation, words);
}

async function add({ client, json, values }: Ring, words: readonly string[]): Promise<number> {
  const { session, kind, settings } = parseTarget(
    words,
    sessionOf(values).session_key,
    await client.ringers.kinds(),
  );
  refuseTwo(session, values.session);
  const ringer = await client.ringers.set({ session_key: session, kind, settings });
  if (json) writeJson(ringer);
  else {
    writeLine(`${session} is rung by ${kind}`);
    tellUser(`Try it with: ringback ring test ${session}`);
  }
  return 0;
}

async function remove(invocation: Ring, words: readonly string[]): Promise<number> {
  const { client, json } = invocation;
  const done = await client.ringers.remove(sessionIn(invocation, words));
  if (json) writeJson(done);
  else writeLine(done.message);
  return 0;
}

async function retry(invocation: Ring, words: readonly string[]): Promise<number> {
  const { client, json } = invocation;
  const session = sessionIn(invocation, words);
  const retried = await client.ringers.retry(session);
  if (json) writeJson({ session_key: session, retried });
  else writeLine(retried === 0 ? `Nothing waits for ${session}.` : `${rings(retried)} tried again.`);
  return 0;
}

/** What was given up; what is still being tried goes on. */
async function dismiss(invocation: Ring, words: readonly string[]): Promise<number> {
  const { client, json } = invocation;
  const session = sessionIn(invocation, words);
  const ringer = (await client.ringers.list()).find((one) => one.session_key === session);
  const dead = ringer?.rings.filter((ring) => ring.state === 'dead') ?? [];
  const dismissed = await client.notifications.dismiss(dead.flatMap((ring) => ring.notifications));
  if (json) writeJson({ session_key: session, dismissed });
  else
    writeLine(dismissed === 0 ? `Nothing of ${session} was given up.` : `${rings(dead.length)} dismissed.`);
  return 0;
}

function rings(count: number): string {
  return count === 1 ? 'One ring is' : `${count} rings are`;
}

function sessionIn({ values }: Ring, words: readonly string[]): string {
  const [word, ...more] = words;
  if (more.length > 0)
    throw new UsageError(`that is too much: ${more.join(' ')}`, 'See: ringback ring --help');
  refuseTwo(word, values.session);
  const session = word ?? sessionOf(values).session_key;
  if (session === undefined)
    throw new UsageError('which session?', 'Name it, or set RINGBACK_SESSION. See: ringback ring ls');
  return session;
}

function refuseTwo(word: string | undefined, option: string | undefined): void {
  if (word !== undefined && option !== undefined && word !== option)
    throw new UsageError(`${word} and --session ${option} are two sessions`, 'Name one.');
}

function none(words: readonly string[], work: () => Promise<number>): Promise<number> {
  if (words.length === 0) return work();
  throw new UsageError(`that is too much: ${words.join(' ')}`, 'See: ringback ring --help');
}
