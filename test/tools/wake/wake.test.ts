import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newProcessId } from '../../../src/base/ids.ts';
import type { Reach } from '../../../src/wire/tool.ts';
import { CliHome } from '../../cli/cli-home.ts';

const home = new CliHome(after);
const client = home.client();

type Result = Record<string, unknown>;
type Call = { readonly session?: string; readonly id?: string; readonly reach?: Reach };

async function wake(
  given: object,
  { session = 'test:wake', id = newProcessId(), reach = 'subscribed' }: Call = {},
) {
  const { result, is_error } = await client.tools.call('wake', {
    arguments: given,
    session_key: session,
    workdir: '/',
    env: {},
    call_id: id,
    reach,
  });
  return { ...result, is_error } as Result;
}

test('a wake-up is set, listed and cancelled, and a repeated call sets none twice', async () => {
  const id = newProcessId();
  const set = await wake({ after: '10m', note: 'look' }, { id });
  assert.equal(set.wake_id, id.replace('proc_', 'wake_'));
  assert.deepEqual([set.state, set.kind, set.delivery, set.is_error], ['pending', 'after', 'wake', false]);
  assert.match(String(set.hint), /end your turn/);
  assert.equal((await wake({ after: '10m', note: 'look' }, { id })).wake_id, set.wake_id);
  const { wakeups } = await wake({ action: 'list' });
  assert.deepEqual(
    (wakeups as Result[]).map(({ wake_id, note }) => [wake_id, note]),
    [[set.wake_id, 'look']],
  );
  assert.equal((await wake({ action: 'cancel', id: String(set.wake_id).slice(5, 12) })).state, 'cancelled');
  assert.deepEqual((await wake({ action: 'list' })).wakeups, []);
});

test('delivery says the truth', async () => {
  assert.equal((await wake({ after: '1h' }, { session: 'test:ride', reach: 'ride' })).delivery, 'next_call');
  const none = await wake({ after: '1h' }, { session: 'test:none', reach: 'none' });
  assert.equal(none.delivery, 'none');
  assert.match(String(none.hint), /Nothing will reach you/);
});

test('one session does not see what belongs to another', async () => {
  const { session_id } = await client.start({
    command: 'exec sleep 1000',
    workdir: '/',
    env: {},
    session_key: 'test:a',
  });
  const own = await wake({ all: [session_id] }, { session: 'test:a' });
  assert.equal((own.parts as Result[])[0]?.state, 'waiting');
  for (const given of [
    { all: [session_id] },
    { all: [own.wake_id] },
    { action: 'cancel', id: own.wake_id },
  ]) {
    const refused = await wake(given, { session: 'test:b' });
    assert.equal(refused.is_error, true);
    assert.match(String(refused.error), /There is no/);
  }
});

test('what a model writes wrong is told in words', async () => {
  assert.match(String((await wake({ note: 'x' })).error), /None of after, at, every, all, any/);
  assert.match(String((await wake({ action: 'cancel' })).error), /id is required for cancel/);
  assert.match(String((await wake({ after: 'later' })).error), /such as 90/);
  assert.match(String((await wake({ after: 600, in: 3 })).warning), /"in" ignored/);
});

test('a wake-up rides on the next result where nobody can be woken', async () => {
  await wake({ after: 0, note: 'the note' }, { session: 'test:late', reach: 'ride' });
  const notifications = async () =>
    (await wake({ action: 'list' }, { session: 'test:late', reach: 'ride' })).notifications as
      | string[]
      | undefined;
  let told: string[] | undefined;
  while (!told) told = await notifications();
  assert.match(
    String(told[0]),
    /^\[IMPORTANT: Wake-up wake_[0-9a-f]{12}: its time, .* has come\..*\n[\s\S]*\| the note/,
  );
});
