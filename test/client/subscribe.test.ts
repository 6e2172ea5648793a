import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CliHome, until } from '../cli/support.ts';
import { endIt, mark, startEnding, stateOf } from '../daemon/support.ts';

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
