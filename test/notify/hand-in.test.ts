import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DelegationEvent } from '../../src/wire/events.ts';
import { NotifyHome, OTHER, SESSION } from './notify-home.ts';

const delegation: DelegationEvent = {
  type: 'async_delegation',
  session_key: SESSION,
  delegation_id: 'deleg_1',
  goal: 'find the cause',
  dispatched_at: 1_700_000_000_000,
  completed_at: 1_700_000_060_000,
  status: 'completed',
  result: 'It was the cache.',
};

test('handed in twice, a delegation is told once, also after a restart', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const first = host.notifier.notify(SESSION, delegation);
  assert.equal(host.notifier.notify(SESSION, delegation).id, first.id);
  const turn = host.notifier.dispatcher.drain(SESSION);
  assert.deepEqual(
    turn?.notifications.map((one) => one.id),
    [first.id],
  );
  assert.match(turn?.text ?? '', /^\[ASYNC DELEGATION COMPLETE — deleg_1\]/);
  const next = await home.reopen();
  assert.equal(next.notifier.notify(SESSION, delegation).state, 'delivered');
  assert.equal(next.notifier.dispatcher.drain(SESSION), null);
  assert.equal(next.notifier.notify(OTHER, delegation).state, 'pending', 'another session is another one');
});

test('an idle subscriber hears of it at once', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const { id } = host.notifier.notify(SESSION, { type: 'note', session_key: SESSION, text: 'hello' }, 'mine');
  const [first] = await listener.has(1);
  assert.equal(first?.id, id);
});

test('nobody else can say that a process ended or printed', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  for (const type of ['completion', 'watch_match', 'watch_disabled', 'watch_overflow_tripped'])
    assert.throws(() => host.notifier.notify(SESSION, { type, session_key: SESSION, text: 'it ended' }), {
      code: 'bad_request',
    });
  assert.deepEqual(host.notifier.ledger.history(), []);
});
