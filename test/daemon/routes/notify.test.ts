import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CliHome } from '../../cli/cli-home.ts';
import { endIt, start, startEnding } from '../ending-process.ts';

const home = new CliHome(after);
const client = home.client();

test('both flags: the completion wins, and the result says so', async () => {
  const started = await startEnding(client, 'both', { watch_patterns: ['bye'] });
  assert.equal(started.notify_on_complete, true);
  assert.equal(started.watch_patterns, undefined);
  assert.match(started.watch_patterns_ignored ?? '', /exclude each other/);
  await endIt(client, started.session_id);
  const said = await client.notifications.history({ process: started.session_id });
  assert.deepEqual(
    said.map(({ type }) => type),
    ['completion'],
  );
});

test('one flag alone is not remarked upon', async () => {
  const started = await start(client, 'one', { command: 'read x', stdin: true, watch_patterns: ['bye'] });
  assert.deepEqual(started.watch_patterns, ['bye']);
  assert.equal(started.watch_patterns_ignored, undefined);
});

test('a pattern that cannot be watched for is refused by name, and nothing is started', async () => {
  const patterns = { watch_patterns: ['fine', '/(a)\\1/'] };
  for (const more of [patterns, { ...patterns, notify_on_complete: true }]) {
    await assert.rejects(start(client, 'bad', { command: 'sleep 60', ...more }), {
      code: 'bad_request',
      message: /the pattern "\/\(a\)\\\\1\/"/,
    });
  }
  assert.deepEqual((await client.list({ session_key: 'bad' })).processes, []);
});

test('notify changes what a running process reports', async () => {
  const { session_id } = await start(client, 'notify', {
    command: 'echo READY; read x; echo READY; read y; exit 3',
    stdin: true,
  });
  await client.wait(session_id, { until: 'READY' });
  const watched = await client.notify(session_id.slice(5, 13), { watch_patterns: ['READY'] });
  assert.deepEqual(watched.watch_patterns, ['READY']);
  assert.equal(watched.watch_hit, undefined, 'what was printed before does not count');

  const turns = client.notifications.subscribe('notify');
  await client.submit(session_id, '');
  const { value: turn } = await turns.next();
  assert.equal(turn?.notifications[0]?.type, 'watch_match');
  await turn?.acknowledge();
  assert.equal((await client.poll(session_id)).watch_hit, true);
  assert.equal((await client.get(session_id)).watch_hit, true);
  const listed = (await client.list({ session_key: 'notify' })).processes[0];
  assert.deepEqual([listed?.watch_hit, listed?.watch_patterns], [true, ['READY']]);

  const both = await client.notify(session_id, { notify_on_complete: true, watch_patterns: ['x'] });
  assert.deepEqual([both.notify_on_complete, both.watch_patterns], [true, undefined]);
  assert.match(both.watch_patterns_ignored ?? '', /exclude each other/);
  await client.submit(session_id, '');
  assert.equal((await turns.next()).value?.notifications[0]?.type, 'completion');
  await turns.return();
});

test('an empty list of patterns ends the watching', async () => {
  const { session_id } = await start(client, 'off', {
    command: 'read x',
    stdin: true,
    watch_patterns: ['a'],
  });
  const changed = await client.notify(session_id, { watch_patterns: [] });
  assert.deepEqual([changed.watch_patterns, changed.notify_on_complete], [undefined, undefined]);
});

test('notify is refused by name', async () => {
  const { session_id } = await startEnding(client, 'refused');
  await assert.rejects(client.notify(session_id, {}), { code: 'bad_request', message: /Give "notify_on/ });
  await assert.rejects(client.notify(session_id, { watch_patterns: ['/(/'] }), /the pattern "\/\(\/"/);
  await endIt(client, session_id);
  await assert.rejects(client.notify(session_id, { notify_on_complete: true }), { code: 'already_exited' });
});

test('trap 16: a timeout says whether a notification will come', async () => {
  const sleeping = { command: 'read x', stdin: true };
  const notes = {
    end: await start(client, 'note', { ...sleeping, notify_on_complete: true }),
    match: await start(client, 'note', { ...sleeping, watch_patterns: ['x'] }),
    nothing: await start(client, 'note', sleeping),
  };
  const expected = {
    end: /will come when it ends/,
    match: /when a line matches/,
    nothing: /No notification/,
  };
  for (const [name, { session_id }] of Object.entries(notes)) {
    const result = await client.wait(session_id, { timeout: 0.01 });
    assert.equal(result.status, 'timeout');
    assert.ok('timeout_note' in result);
    assert.match(result.timeout_note, /not an error/);
    assert.match(result.timeout_note, expected[name as keyof typeof expected]);
  }
});
