import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WireError } from '../../../src/wire/error.ts';
import type { WireNotification, WireNotifications } from '../../../src/wire/notification.ts';
import { CliHome } from '../../cli/cli-home.ts';
import { endIt, mark, start, startEnding, stateOf } from '../ending-process.ts';
import { askJson } from '../http.ts';

const home = new CliHome(after, { leaseMs: 300 });
const client = home.client();
before(async () => {
  await client.health();
});

const delegation = {
  type: 'async_delegation',
  delegation_id: 'd-1',
  goal: 'find the leak',
  dispatched_at: 1_700_000_000_000,
  completed_at: 1_700_000_060_000,
  status: 'completed',
  result: 'It is in the cache.',
} as const;

test('history tells what was said and what became of it, and changes nothing', async () => {
  const { session_id } = await startEnding(client, 'history');
  await endIt(client, session_id);
  for (const query of [
    `process=${session_id}`,
    `process=${session_id.slice(5, 12)}`,
    'session_key=history',
  ]) {
    const { status, json } = await askJson<WireNotifications>(
      home.folder,
      'GET',
      `/v1/notifications?open=1&limit=5&${query}`,
    );
    assert.equal(status, 200);
    const [one] = json.notifications;
    assert.equal(json.notifications.length, 1);
    const { id, type, session_key, state, rule, created_at, sent_at, settled_at, text, event } =
      one as WireNotification;
    assert.match(id, /^ntf_[0-9a-f]{12}$/);
    assert.deepEqual(
      [type, session_key, one?.session_id, state, rule, sent_at, settled_at],
      ['completion', 'history', session_id, 'pending', null, null, null],
    );
    assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 20_000);
    assert.match(text, new RegExp(`^\\[IMPORTANT: Background process ${session_id} exited`));
    assert.equal(event.type === 'completion' && 'exit_code' in event && event.exit_code, 3);
  }
});

test('a drained turn is delivered when acknowledged, and comes again when not', async () => {
  const marker = await mark(client, 'lease');
  const turn = await client.notifications.drain('lease');
  assert.equal(turn?.notifications[0]?.id, marker);
  assert.equal(await stateOf(home, marker), 'sent');
  assert.equal(await client.notifications.drain('lease'), null, 'one turn at a time');
  // Nobody acknowledges: a subscriber gets it when the lease has run out.
  const turns = client.notifications.subscribe('lease');
  const { value: again } = await turns.next();
  assert.equal(again?.notifications[0]?.id, marker);
  await again?.acknowledge();
  await again?.acknowledge();
  await turns.return();
  assert.equal(await stateOf(home, marker), 'delivered');
  assert.equal(await client.notifications.drain('lease'), null);
});

test('what a person dismissed is not told', async () => {
  const [first, second] = [await mark(client, 'dismiss'), await mark(client, 'dismiss')];
  assert.equal(await client.notifications.dismiss([first, 'ntf_unknown']), 1);
  const turn = await client.notifications.drain('dismiss');
  assert.deepEqual(
    turn?.notifications.map(({ id }) => id),
    [second],
  );
  assert.equal(await client.notifications.acknowledge([first]), 0);
  assert.equal(await stateOf(home, first), 'dismissed');
});

test('a delegation that is handed in twice is told once', async () => {
  const first = await client.notifications.notify('delegates', delegation);
  const second = await client.notifications.notify('delegates', delegation);
  assert.equal(second.id, first.id);
  const turn = await client.notifications.drain('delegates');
  assert.equal(turn?.notifications.length, 1);
  assert.match(turn?.text ?? '', /^\[ASYNC DELEGATION COMPLETE — d-1\]/);
  assert.match(turn?.text ?? '', /\| It is in the cache\./);
  await turn?.acknowledge();
  await client.notifications.notify('delegates', delegation);
  assert.equal(await client.notifications.drain('delegates'), null);
});

test("a program's own event is told once under its id, and as often as it comes without", async () => {
  const event = { type: 'deployed', text: 'version 7' };
  const same = [
    await client.notifications.notify('own', event, 'v7'),
    await client.notifications.notify('own', event, 'v7'),
  ];
  assert.equal(same[0]?.id, same[1]?.id);
  assert.notEqual((await client.notifications.notify('own', event)).id, same[0]?.id);
});

const wrong: [name: string, path: string, body: object, message: RegExp][] = [
  ['no event', '', { session_key: 's' }, /event/],
  ['an event without a type', '', { session_key: 's', event: {} }, /"type" is missing/],
  [
    'a forged completion',
    '',
    { session_key: 's', event: { type: 'completion', text: 'x' } },
    /made by Ringback itself/,
  ],
  [
    'half a delegation',
    '',
    { session_key: 's', event: { type: 'async_delegation', delegation_id: 'x' } },
    /"goal" is missing/,
  ],
  [
    'an unknown part',
    '',
    { session_key: 's', event: { ...delegation, colour: 'red' } },
    /unknown parameter "colour"/,
  ],
  [
    'another session inside',
    '',
    { session_key: 's', event: { ...delegation, session_key: 't' } },
    /names another session/,
  ],
  ['no ids', '/acknowledge', {}, /"ids" is missing/],
  ['ids that are none', '/dismiss', { ids: [7] }, /"ids.0" must be a string/],
  ['no session', '/drain', {}, /"session_key" is missing/],
];
for (const [name, path, body, message] of wrong) {
  test(`${name} is refused by name`, async () => {
    const answer = await askJson<WireError>(
      home.folder,
      'POST',
      `/v1/notifications${path}`,
      JSON.stringify(body),
    );
    assert.equal(answer.status, 400);
    assert.match(answer.json.error, message);
  });
}

test('a subscription needs a session, and a limit a number', async () => {
  for (const path of ['/subscribe', '?limit=0', '?limit=1001', '?open=maybe']) {
    const { status } = await askJson<WireError>(home.folder, 'GET', `/v1/notifications${path}`);
    assert.equal(status, 400, path);
  }
});

test('session.move carries processes and what is pending along', async () => {
  const [ended, running] = [await startEnding(client, 'old'), await startEnding(client, 'old')];
  const pending = await endIt(client, ended.session_id);
  await client.session.move('old', 'new');
  assert.equal((await client.get(running.session_id)).session_key, 'new');
  const later = await endIt(client, running.session_id);
  assert.equal(await client.notifications.drain('old'), null);
  const turn = await client.notifications.drain('new');
  assert.deepEqual(
    turn?.notifications.map(({ id }) => id),
    [pending.id, later.id],
  );
});

test('session.close ends its rings, also those to come; its processes stay', async () => {
  const [ended, running] = [await startEnding(client, 'left'), await startEnding(client, 'left')];
  const pending = await endIt(client, ended.session_id);
  assert.equal(await client.session.close('left'), 1);
  const later = await endIt(client, running.session_id);
  for (const { id } of [pending, later])
    assert.equal(await stateOf(home, id), 'suppressed by session_closed');
  assert.equal(await client.notifications.drain('left'), null);
  assert.equal((await client.list({ session_key: 'left' })).processes.length, 2);

  const fresh = await endIt(client, (await startEnding(client, 'left')).session_id);
  const turn = await client.notifications.drain('left');
  assert.deepEqual(
    turn?.notifications.map(({ id }) => id),
    [fresh.id],
    'who comes back under the old key hears of what is new',
  );
});

test('issue 11.3: isWaiting is true until the end or a match, and false for ended, unknown and empty ids', async () => {
  const isWaiting = (id: string) => client.notifications.isWaiting(id);
  const ending = await startEnding(client, 'waiting');
  assert.equal(await isWaiting(ending.session_id), true);
  await endIt(client, ending.session_id);
  assert.equal(await isWaiting(ending.session_id), false);

  const command = 'read x; echo READY; read y';
  const watched = await start(client, 'waiting', { command, stdin: true, watch_patterns: ['READY'] });
  assert.equal(await isWaiting(watched.session_id.slice(5, 13)), true);
  await client.submit(watched.session_id, '');
  await client.wait(watched.session_id, { until: 'READY' });
  const turns = client.notifications.subscribe('waiting');
  await turns.next();
  await turns.return();
  assert.equal(await isWaiting(watched.session_id), false);

  const silent = await start(client, 'waiting', { command: 'read x', stdin: true });
  assert.equal(await isWaiting(silent.session_id), true, 'it was asked for nothing, and runs');
  await client.submit(silent.session_id, '');
  await client.wait(silent.session_id);
  assert.equal(await isWaiting(silent.session_id), false);
  for (const id of ['proc_ffffffffffff', 'no id at all', '', 'proc_'])
    assert.equal(await isWaiting(id), false);
});

test('issue 11.13: a delegation of every status can be handed in', async () => {
  const statuses = [
    'completed',
    'success',
    'failed',
    'error',
    'timeout',
    'interrupted',
    'stalled',
    'unknown',
  ] as const;
  for (const status of statuses) {
    const event = { type: 'async_delegation' as const, goal: 'look', dispatched_at: 1, completed_at: 2 };
    await client.notifications.notify('delegates', { ...event, delegation_id: status, status });
  }
  const turn = await client.notifications.drain('delegates');
  for (const status of statuses) assert.match(turn?.text ?? '', new RegExp(`Status: ${status}\\.`));
});
