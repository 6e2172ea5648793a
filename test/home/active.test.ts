import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DelegateHome } from '../delegation/delegate-home.ts';
import { OTHER, SESSION } from '../notify/notify-home.ts';

test('promise 28: delegates keep host and session, until their outcome was told', async (t) => {
  const home = new DelegateHome(t, { staleAfterMs: 3_600_000 });
  const { active, delegations, notifier } = await home.open();
  const reasons = async (session?: string) => (await active({ session })).map(({ reason }) => reason);
  const sent = await home.send({ tasks: [{ goal: 'stay' }, { goal: 'report completed done' }] });
  const [stays] = sent.tasks;
  await home.host.engine.wait(sent.tasks[1]?.session_id ?? '');
  assert.deepEqual(
    (await active({ session: SESSION })).map((one) => [one.reason, one.session_id]),
    [['delegate', stays?.session_id]],
  );
  assert.deepEqual([await reasons(), await reasons(OTHER)], [['delegate'], []]);
  delegations.interrupt(sent.delegation_id);
  await home.host.engine.kill(stays?.session_id ?? '');
  await home.ended(sent);
  assert.deepEqual([await reasons(), await reasons(SESSION)], [['undelivered'], ['undelivered']]);
  notifier.dispatcher.turns.drain(SESSION);
  assert.deepEqual([await reasons(), await reasons(SESSION)], [[], []]);

  // Rows are there before a process is, and count.
  const cannot = home.send({ goal: 'report completed done' });
  assert.deepEqual(await reasons(SESSION), ['delegate']);
  await home.ended(await cannot);
});
