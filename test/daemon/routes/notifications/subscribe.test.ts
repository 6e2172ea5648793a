import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WireTurn } from '../../../../src/wire/notification.ts';
import { CliHome } from '../../../cli/cli-home.ts';
import { completionOf, endIt, mark, start, startEnding, stateOf } from '../../ending-process.ts';
import { ask, askJson, events } from '../../http.ts';

const home = new CliHome(after);
const client = home.client();
const path = (session: string) => `/v1/notifications/subscribe?session_key=${encodeURIComponent(session)}`;

/** A subscriber in another language; `next` is its next turn. */
async function subscribe(session: string) {
  const answer = await ask(home.folder, 'GET', path(session));
  const stream = events(answer);
  return {
    leave: () => answer.destroy(),
    async next() {
      for (;;) {
        const { value: event } = await stream.next();
        assert.ok(event, 'the stream ended');
        if (event.name === '') continue;
        assert.equal(event.name, 'turn');
        return { id: Number(event.id), ...(JSON.parse(event.data) as WireTurn) };
      }
    },
  };
}

before(async () => {
  await client.health();
});

test('trap 10: an idle subscriber hears of a match without anybody taking a turn', async () => {
  const subscriber = await subscribe('idle');
  const command = 'read x; echo "it is READY now"; read y';
  const started = await start(client, 'idle', { command, stdin: true, watch_patterns: ['READY'] });
  await client.submit(started.session_id, '');
  const turn = await subscriber.next();
  assert.equal(turn.session_key, 'idle');
  const [match] = turn.notifications;
  assert.deepEqual([match?.type, match?.session_id], ['watch_match', started.session_id]);
  assert.equal(turn.id, match?.sequence);
  assert.match(turn.text, /^\[IMPORTANT: Background process proc_.*\| it is READY now.*\]$/s);
  assert.equal(turn.text, match?.text);
  subscriber.leave();
});

test('one turn at a time; what comes meanwhile is one turn, in order', async () => {
  const subscriber = await subscribe('order');
  const first = await mark(client, 'order');
  const turn = await subscriber.next();
  assert.deepEqual(
    turn.notifications.map(({ id }) => id),
    [first],
  );
  const [second, third] = [await mark(client, 'order'), await mark(client, 'order')];
  assert.deepEqual([await stateOf(home, first), await stateOf(home, second)], ['sent', 'pending']);
  assert.equal(await client.notifications.acknowledge([first]), 1);
  const next = await subscriber.next();
  assert.deepEqual(
    next.notifications.map(({ id }) => id),
    [second, third],
  );
  assert.equal(next.id, next.notifications[1]?.sequence);
  subscriber.leave();
});

test('promise 13: a turn that was not acknowledged comes again with the same ids', async () => {
  const { session_id } = await startEnding(client, 'crash');
  const completion = await endIt(client, session_id);
  const crashed = await subscribe('crash');
  const before = await crashed.next();
  crashed.leave();
  const successor = await subscribe('crash');
  const again = await successor.next();
  assert.deepEqual([again.id, again.notifications[0]?.id], [before.id, completion.id]);
  await client.notifications.acknowledge([completion.id]);
  assert.equal(await stateOf(home, completion.id), 'delivered');
  successor.leave();

  const marker = await mark(client, 'crash');
  const third = await subscribe('crash');
  assert.deepEqual(
    (await third.next()).notifications.map(({ id }) => id),
    [marker],
  );
  third.leave();
});

test('who waits beside the crashed one gets its turn', async () => {
  const [first, second] = [await subscribe('two'), await subscribe('two')];
  const marker = await mark(client, 'two');
  await first.next();
  first.leave();
  assert.equal((await second.next()).notifications[0]?.id, marker);
  second.leave();
});

test('issue 11.10: a busy that is not said again ends with its lease', async () => {
  const subscriber = await subscribe('leased');
  const busy = { session_key: 'leased', busy: true, lease: 1 };
  assert.equal((await ask(home.folder, 'POST', '/v1/sessions/busy', JSON.stringify(busy))).statusCode, 200);
  const marker = await mark(client, 'leased');
  assert.equal(await stateOf(home, marker), 'pending');
  assert.equal((await subscriber.next()).notifications[0]?.id, marker);
  subscriber.leave();
});

test("issue 11.10: one holder's end is not another's", async () => {
  const say = async (holder: string, busy: boolean) =>
    askJson(home.folder, 'POST', '/v1/sessions/busy', JSON.stringify({ session_key: 'held', holder, busy }));
  const subscriber = await subscribe('held');
  for (const holder of ['one', 'two']) assert.equal((await say(holder, true)).status, 200);
  await say('one', false);
  const marker = await mark(client, 'held');
  assert.equal(await stateOf(home, marker), 'pending');
  await say('two', false);
  assert.equal((await subscriber.next()).notifications[0]?.id, marker);
  subscriber.leave();
});

test('while its session is busy everything waits, and then goes out as one', async () => {
  const subscriber = await subscribe('busy');
  await client.session.setBusy('busy', true);
  const marks = [await mark(client, 'busy'), await mark(client, 'busy')];
  assert.equal(await stateOf(home, marks[0] ?? ''), 'pending');
  await client.session.setBusy('busy', false);
  assert.deepEqual(
    (await subscriber.next()).notifications.map(({ id }) => id),
    marks,
  );
  subscriber.leave();
});

test('a session hears only its own', async () => {
  const subscriber = await subscribe('mine');
  await mark(client, 'theirs');
  const mine = await mark(client, 'mine');
  assert.deepEqual(
    (await subscriber.next()).notifications.map(({ id }) => id),
    [mine],
  );
  subscriber.leave();
});

test('a subscriber is not told of an end that a wait of its session has shown', async () => {
  const subscriber = await subscribe('waits');
  const { session_id } = await startEnding(client, 'waits');
  const waiting = client.wait(session_id, { session_key: 'waits' });
  await client.submit(session_id, '');
  assert.equal((await waiting).status, 'exited');
  const completion = await completionOf(client, session_id);
  const marker = await mark(client, 'waits');
  assert.deepEqual(
    (await subscriber.next()).notifications.map(({ id }) => id),
    [marker],
  );
  assert.equal(await stateOf(home, completion.id), 'consumed by wait_exited');
  subscriber.leave();
});

test('a wait that was given up takes nothing away', async () => {
  const subscriber = await subscribe('gave up');
  const { session_id } = await startEnding(client, 'gave up');
  const stop = new AbortController();
  const waiting = client.wait(session_id, { session_key: 'gave up', signal: stop.signal });
  stop.abort();
  await assert.rejects(waiting);
  await client.submit(session_id, '');
  assert.equal((await subscriber.next()).notifications[0]?.session_id, session_id);
  subscriber.leave();
});
