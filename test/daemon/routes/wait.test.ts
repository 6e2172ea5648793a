import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { WaitQuery } from '../../../src/client/client.ts';
import { CliHome } from '../../cli/cli-home.ts';
import { completionOf, start, stateOf } from '../ending-process.ts';

const home = new CliHome(after);
const client = home.client();
const interactive = (command: string, more = {}) =>
  start(client, 'until', { command, stdin: true, ...more }).then(({ session_id }) => session_id);

async function matched(id: string, query: WaitQuery) {
  const result = await client.wait(id, query);
  assert.equal(result.status, 'matched');
  assert.ok('line' in result);
  return result;
}

test('it returns the line that satisfied the pattern, where it begins, and where to look on', async () => {
  const id = await interactive(
    'echo one; read x; echo "two is READY, really READY"; echo READY again; read y',
  );
  const waiting = matched(id, { until: 'READY' });
  await client.submit(id, '');
  const first = await waiting;
  assert.deepEqual(
    [first.line, first.until, first.offset, first.process_running],
    ['two is READY, really READY', 'READY', 4, true],
  );
  const second = await matched(id, { until: 'READY', cursor: first.cursor });
  assert.equal(second.line, 'READY again');
  const third = await client.wait(id, { until: 'READY', cursor: second.cursor, timeout: 0.05 });
  assert.equal(third.status, 'timeout');
});

test('what was printed before counts, unless a cursor says otherwise', async () => {
  const id = await interactive('echo early; read x');
  assert.equal((await matched(id, { until: '/^EAR.y$/i' })).line, 'early');
  const { cursor } = await client.poll(id);
  assert.equal((await client.wait(id, { until: 'early', cursor, timeout: 0.05 })).status, 'timeout');
});

test('a prompt without a newline is seen', async () => {
  const id = await interactive('printf "Password: "; read x');
  assert.equal((await matched(id, { until: 'Password:' })).line, 'Password: ');
});

test('an end without such a line is an end, and counts as seen', async () => {
  const id = await interactive('read x; exit 4', { notify_on_complete: true });
  const waiting = client.wait(id, { until: 'never', session_key: 'until' });
  await client.submit(id, '');
  const result = await waiting;
  assert.deepEqual([result.status, 'exit_code' in result && result.exit_code], ['exited', 4]);
  assert.equal(await stateOf(home, (await completionOf(client, id)).id), 'consumed by wait_exited');
});

test('a match in the last words is a match, and no end was shown', async () => {
  const id = await interactive('printf READY; exit 4', { notify_on_complete: true });
  const { id: completion } = await completionOf(client, id);
  const result = await matched(id, { until: 'READY', session_key: 'until' });
  assert.deepEqual([result.line, result.process_running, result.output], ['READY', false, 'READY']);
  assert.equal(await stateOf(home, completion), 'pending');
});

test('a secret in the line does not get out', async () => {
  const id = await interactive(
    'echo "READY with AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYzzzzzzzzKEY1"; read x',
  );
  assert.doesNotMatch((await matched(id, { until: 'READY' })).line, /wJalr/);
});

test('it is found behind a daemon that died', async () => {
  const id = await interactive('read x; echo READY; read y');
  const waiting = matched(id, { until: 'READY' });
  await home.killDaemon();
  await client.submit(id, '');
  assert.equal((await waiting).line, 'READY');
});

test('it is refused by name', async () => {
  const id = await interactive('read x');
  await assert.rejects(client.wait(id, { until: '/(/' }), /the pattern "\/\(\/"/);
  await assert.rejects(client.wait(id, { until: 'x', cursor: 'y' }), /is not a cursor/);
  await assert.rejects(client.wait(id, { cursor: '0' }), /"cursor" goes with "until"/);
});
