import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CliHome } from '../cli-home.ts';

const home = new CliHome(after);

test('notify makes a running process report its end', async () => {
  const id = await home.start('--stdin', '--session', 's', '--', 'read x; exit 3');
  assert.equal(await home.ok('notify', id.slice(5, 13), '--complete'), `${id} will notify when it ends\n`);
  assert.match(await home.ok('poll', id), /notifies when it ends/);
  await home.ok('submit', id, '');
  await home.run(['wait', id]);
  assert.match(await home.ok('inbox', '--session', 's'), new RegExp(`process ${id} exited`));
});

test('notify makes a running process report what it prints from now on', async () => {
  const id = await home.start('--stdin', '--session', 'w', '--', 'echo READY; read x; echo GO; read y');
  await home.ok('wait', id, '--until', 'READY');
  const [answer] = await home.json('notify', id, '--watch', 'GO', '--watch', '/^READY/');
  assert.deepEqual(answer?.watch_patterns, ['GO', '/^READY/']);
  assert.match(await home.ok('poll', id), /watches {2}GO, \/\^READY\/\n/);
  const child = home.spawn(['inbox', '--follow', '--session', 'w']);
  await home.ok('submit', id, '');
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (printed.includes('\n]')) break;
  }
  child.kill();
  assert.match(printed, /printed what you watch for.*\| GO/s);
  assert.match(await home.ok('poll', id), /\(matched\)/);
});

test('both: the completion wins, and it is said on stderr', async () => {
  const started = await home.run(['run', '--notify', '--watch', 'x', '--', 'sleep 60']);
  assert.match(started.stderr, /^ringback: notify_on_complete and watch_patterns exclude each other/);
  const { code, stdout, stderr } = await home.run([
    'notify',
    started.stdout.trim(),
    '--complete',
    '--watch',
    'x',
  ]);
  assert.deepEqual([code, stdout], [0, `${started.stdout.trim()} will notify when it ends\n`]);
  assert.match(stderr, /exclude each other/);
});

test('a wrong notify says what is wrong', async () => {
  const id = await home.start('--', 'sleep 60');
  const nothing = await home.run(['notify', id]);
  assert.deepEqual(
    [nothing.code, nothing.stderr.split('\n')[0]],
    [2, 'ringback: give --complete or --watch'],
  );
  const pattern = await home.run(['notify', id, '--watch', '/(/']);
  assert.deepEqual([pattern.code, pattern.stderr], [2, 'ringback: the pattern "/(/" has a ( without a )\n']);
  const started = await home.run(['run', '--watch', '/(/', '--', 'true']);
  assert.deepEqual([started.code, started.stdout], [2, '']);
  await home.run(['kill', id, '--grace', '0.1']);
  const [ended] = await home.json('notify', id, '--complete');
  assert.deepEqual([ended?.status, ended?.code], ['already_exited', 'already_exited']);
});
