import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CliHome, until } from '../cli/cli-home.ts';
import { endIt, mark, startEnding, stateOf } from '../daemon/ending-process.ts';

const home = new CliHome(after);
const client = home.client();

test('a subscription outlives its daemons; everything comes once', async () => {
  const turns = client.notifications.subscribe('outlives');
  const heard: string[] = [];
  const expected: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const next = turns.next();
    await until(async () => (await client.health()).connections > 1, 'the subscription');
    await home.killDaemon();
    expected.push(await mark(client, 'outlives'));
    const { value: turn } = await next;
    assert.ok(turn);
    heard.push(...turn.notifications.map(({ id }) => id));
    await turn.acknowledge();
  }
  await turns.return();
  assert.deepEqual(heard, expected);
});

test('an acknowledgement is repeated with the next daemon', async () => {
  const turns = client.notifications.subscribe('acknowledges');
  const marker = await mark(client, 'acknowledges');
  const { value: turn } = await turns.next();
  await home.killDaemon();
  await turn?.acknowledge();
  assert.equal(await stateOf(home, marker), 'delivered');
  const second = await mark(client, 'acknowledges');
  const { value: next } = await turns.next();
  assert.deepEqual(
    next?.notifications.map(({ id }) => id),
    [second],
  );
  await turns.return();
});

test('what was not acknowledged when the daemon died comes again with the same id', async () => {
  const { session_id } = await startEnding(client, 'again');
  const completion = await endIt(client, session_id);
  const turns = client.notifications.subscribe('again');
  assert.equal((await turns.next()).value?.notifications[0]?.id, completion.id);
  await home.killDaemon();
  const { value: again } = await turns.next();
  assert.equal(again?.notifications[0]?.id, completion.id);
  await again?.acknowledge();
  await turns.return();
  assert.equal(await stateOf(home, completion.id), 'delivered');
});

test('a signal ends a subscription quietly, also one that waits', async () => {
  const stop = new AbortController();
  const turns = client.notifications.subscribe('stops', { signal: stop.signal });
  const next = turns.next();
  await until(async () => (await client.health()).connections > 1, 'the subscription');
  stop.abort();
  assert.deepEqual(await next, { done: true, value: undefined });
});

/** Its own turn polled it: for a program that hears and polls in one, this is seen. */
async function pollEnd(session: string): Promise<string> {
  const { session_id } = await startEnding(client, session);
  const { id } = await endIt(client, session_id);
  assert.equal((await client.poll(session_id, { session_key: session })).status, 'exited');
  return id;
}

test('issue 11.1: an end that a poll has shown is not told again to an idle inline subscription', async () => {
  const seen = await pollEnd('inline');
  const marker = await mark(client, 'inline');
  const turns = client.notifications.subscribe('inline', { delivery: 'inline' });
  const { value: turn } = await turns.next();
  assert.deepEqual(
    turn?.notifications.map(({ id }) => id),
    [marker],
  );
  assert.equal(await stateOf(home, seen), 'consumed by poll');
  // Polled in the turn that it was just given: skipped when the next one is made.
  const later = await pollEnd('inline');
  const next = await mark(client, 'inline');
  await turn?.acknowledge();
  assert.deepEqual(
    (await turns.next()).value?.notifications.map(({ id }) => id),
    [next],
  );
  assert.equal(await stateOf(home, later), 'consumed by poll');
  await turns.return();
});

test('issue 11.1: a subscription that wakes from outside still tells it', async () => {
  const seen = await pollEnd('autonomous');
  for (const options of [{}, { delivery: 'autonomous' as const }]) {
    const turns = client.notifications.subscribe('autonomous', options);
    assert.equal((await turns.next()).value?.notifications[0]?.id, seen);
    await turns.return();
  }
});
