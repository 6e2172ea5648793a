import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newProcessId } from '../../../src/base/ids.ts';
import type { Reach } from '../../../src/wire/tool.ts';
import { DelegateHome, env } from '../../delegation/delegate-home.ts';
import { SESSION, whenTold } from '../../notify/notify-home.ts';

type Result = Record<string, unknown>;
type Call = { readonly session?: string; readonly id?: string; readonly reach?: Reach };

async function delegate(
  home: DelegateHome,
  given: object,
  { session = SESSION, id = newProcessId(), reach = 'subscribed' }: Call = {},
): Promise<Result> {
  const call = {
    arguments: given,
    session_key: session,
    workdir: '/tmp',
    env: { ...env, HOME_FOLDER: home.folder },
    call_id: id,
    reach,
  };
  const { answer, settled } = await home.host.tools.call('delegate', call, new AbortController().signal);
  settled(true);
  return { ...answer.result, is_error: answer.is_error };
}

test('a goal is sent, looked at, and a repeated call sends nothing twice', async (t) => {
  const home = new DelegateHome(t);
  await home.open();
  const id = newProcessId();
  const goal = `echo reading; ${whenTold('end')}; report completed done`;
  const sent = await delegate(home, { goal, context: 'all that it knows' }, { id });
  assert.deepEqual(
    [sent.delegation_id, sent.status, sent.delivery, sent.is_error],
    [id.replace('proc_', 'dlg_'), 'dispatched', 'wake', false],
  );
  assert.match(String(sent.hint), /end your turn/);
  assert.deepEqual((await delegate(home, { goal }, { id })).tasks, sent.tasks);
  const { delegations } = await delegate(home, { action: 'list' });
  assert.deepEqual(
    (delegations as Result[]).map((one) => [one.delegation_id, one.state]),
    [[sent.delegation_id, 'running']],
  );
  home.tell('end');
  await home.ended({ delegation_id: String(sent.delegation_id) });
  const look = await delegate(home, {
    action: 'look',
    delegation_id: String(sent.delegation_id).slice(4, 10),
  });
  assert.equal((look.tasks as Result[])[0]?.result, 'done');
  const one = await delegate(home, { action: 'look', delegation_id: sent.delegation_id, task_index: 0 });
  assert.deepEqual([one.status, one.result, one.workdir], ['completed', 'done', '/tmp']);
});

test('what is refused is an answer with advice, and delivery says the truth', async (t) => {
  const home = new DelegateHome(t, { delegationUnits: 1 });
  await home.open();
  const none = await delegate(home, { tasks: [{ goal: 'stay' }, { goal: 'stay' }] }, { reach: 'none' });
  assert.equal(none.delivery, 'none');
  assert.match(String(none.hint), /Nothing will reach you.*action="look"/);
  const more = await delegate(home, { goal: 'stay' }, { reach: 'ride' });
  assert.deepEqual([more.status, more.is_error, more.delegation_id], ['rejected', true, undefined]);
  assert.match(String(more.advice), /interrupt one/);
  assert.match(String((await delegate(home, { context: 'no goal' })).error), /goal/);
  assert.match(String((await delegate(home, { goal: 'x', to: 'nobody' })).error), /"to".*own/);
});

test('delegates are told something and interrupted; those of another session do not exist', async (t) => {
  const home = new DelegateHome(t, { delegateStopSeconds: 0 });
  const { delegations } = await home.open();
  const { delegation_id, tasks } = await delegate(home, { goal: 'stay' });
  const task = (tasks as Result[])[0];
  const id = newProcessId();
  const say = { action: 'message', delegation_id, text: 'look into src first' };
  for (const _ of [1, 2]) assert.deepEqual((await delegate(home, say, { id })).tasks, [0]);
  const other = { session: 'test:two' };
  for (const action of ['look', 'message', 'interrupt'])
    assert.match(
      String((await delegate(home, { ...say, action }, other)).error),
      /There is no delegation .* of this session/,
    );
  assert.equal((await delegate(home, { action: 'interrupt' }, other)).interrupted, 0);
  const why = { action: 'interrupt', text: 'no longer needed' };
  assert.equal((await delegate(home, why)).interrupted, 1);
  const { status } = await home.ended({ delegation_id: String(delegation_id) });
  assert.equal(status, 'interrupted');
  const said: unknown[] = [];
  const { signal } = new AbortController();
  for await (const { type, text } of delegations.orders(String(task?.session_id), 0, signal))
    said.push([type, text]);
  assert.deepEqual(said, [
    ['message', 'look into src first'],
    ['interrupt', 'It was interrupted. no longer needed'],
  ]);
  assert.match(String((await delegate(home, say)).error), /has ended/);
});
