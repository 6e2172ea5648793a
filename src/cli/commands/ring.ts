import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine, writeResult } from '../out.ts';
import { showKinds } from '../ring/kinds.ts';
import { listRingers } from '../ring/list.ts';
import { parseTarget } from '../ring/target.ts';
import { testRinger } from '../ring/test.ts';
import { sessionOf } from '../session.ts';
import type { Action } from '../specs.ts';
import { UsageError } from '../usage-error.ts';

type Ring = Invocation<'ring'>;

const actions: { [Name in Action<'ring'>]: (invocation: Ring, words: readonly string[]) => Promise<number> } =
  {
    add,
    ls: (invocation, words) => {
      refuseMore(words);
      return listRingers(invocation);
    },
    rm: remove,
    test: (invocation, words) => testRinger(invocation, sessionFrom(invocation, words)),
    retry,
    dismiss,
    kinds: showKinds,
  };

export async function main(invocation: Ring): Promise<number> {
  return actions[invocation.action](invocation, invocation.positionals);
}

async function add({ client, json, values }: Ring, words: readonly string[]): Promise<number> {
  const { session, kind, settings } = parseTarget(
    words,
    sessionOf(values).session_key,
    await client.ringers.kinds(),
  );
  refuseConflict(session, values.session);
  const ringer = await client.ringers.set({ session_key: session, kind, settings });
  if (json) writeJson(ringer);
  else {
    writeLine(`${session} is now woken by ${kind}`);
    tellUser(`To test it: ringback ring test ${session}`);
  }
  return 0;
}

async function remove(invocation: Ring, words: readonly string[]): Promise<number> {
  const { client, json } = invocation;
  const done = await client.ringers.remove(sessionFrom(invocation, words));
  writeResult(json, done, done.message);
  return 0;
}

async function retry(invocation: Ring, words: readonly string[]): Promise<number> {
  const { client, json } = invocation;
  const session = sessionFrom(invocation, words);
  const retried = await client.ringers.retry(session);
  writeResult(
    json,
    { session_key: session, retried },
    retried === 0 ? `No rings to retry for ${session}.` : `rings being retried: ${retried}`,
  );
  return 0;
}

/** Drops the rings that failed; those that are still being tried go on. */
async function dismiss(invocation: Ring, words: readonly string[]): Promise<number> {
  const { client, json } = invocation;
  const session = sessionFrom(invocation, words);
  const ringer = (await client.ringers.list()).find((one) => one.session_key === session);
  const dead = ringer?.rings.filter((ring) => ring.state === 'dead') ?? [];
  const dismissed = await client.notifications.dismiss(dead.flatMap((ring) => ring.notifications));
  writeResult(
    json,
    { session_key: session, dismissed },
    dismissed === 0 ? `No failed rings for ${session}.` : `rings dismissed: ${dead.length}`,
  );
  return 0;
}

function sessionFrom({ values }: Ring, words: readonly string[]): string {
  const [word, ...more] = words;
  refuseMore(more);
  refuseConflict(word, values.session);
  const session = word ?? sessionOf(values).session_key;
  if (session === undefined)
    throw new UsageError(
      'missing argument: SESSION',
      'Give it, or set RINGBACK_SESSION. See: ringback ring ls',
    );
  return session;
}

function refuseConflict(word: string | undefined, option: string | undefined): void {
  if (word !== undefined && option !== undefined && word !== option)
    throw new UsageError(`two different sessions: ${word} and --session ${option}`);
}

function refuseMore(words: readonly string[]): void {
  if (words.length > 0)
    throw new UsageError(`too many arguments: ${words.join(' ')}`, 'See: ringback ring --help');
}
