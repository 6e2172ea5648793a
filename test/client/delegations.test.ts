import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CliHome } from '../cli/cli-home.ts';
import { daemonsIn, endIfThere } from '../faults/support/proc.ts';
import { until } from '../until.ts';

const home = new CliHome(after);
const { delegations, session } = home.client();
const session_key = 'test:sends';

/** With which a program of Node's never gets as far as its first line: a delegate that does nothing. */
const HANGS = {
  NODE_OPTIONS: '--import=data:text/javascript,await(new%20Promise(()=>setInterval(()=>{},1e6)))',
};

test('a delegate hears each order once, whichever daemon it comes from, until it has ended', async () => {
  writeFileSync(join(home.folder, 'config.json'), JSON.stringify({ delegateStopSeconds: 1 }));
  const sent = await delegations.send({ session_key, goal: 'listen', workdir: '/', env: HANGS });
  const name = sent.tasks[0]?.session_id ?? '';
  assert.equal((await delegations.assignment(name)).goal, 'listen');
  assert.deepEqual(
    (await delegations.list({ session_key, state: 'running' })).map((one) => one.delegation_id),
    [sent.delegation_id],
  );
  await delegations.message(sent.delegation_id, 'one');
  const heard: string[] = [];
  const hearing = (async () => {
    for await (const { type, text } of delegations.orders(name)) heard.push(`${type}: ${text}`);
  })();
  await until(() => heard.length === 1, 'the first');
  for (const pid of daemonsIn(home.folder)) endIfThere(pid);
  await delegations.message(sent.delegation_id, 'two');
  await until(() => heard.length === 2, 'the second');

  await session.close(session_key);
  assert.equal((await delegations.get(sent.delegation_id)).tasks[0]?.state, 'running', 'it works on');
  await session.close(session_key, { interruptDelegates: true });
  await hearing;
  assert.deepEqual(heard, [
    'message: one',
    'message: two',
    'interrupt: It was interrupted. Its session was closed.',
  ]);
  const { status, note } = await delegations.get(sent.delegation_id);
  assert.equal(status, 'interrupted');
  assert.match(note ?? '', /never told: the session was closed/);
});
