import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { notInstalled } from '../../testbed/not-installed.ts';
import { CliHome, until } from '../cli-home.ts';

const home = new CliHome(after);

test('write types text, submit adds Enter, close ends the input', async () => {
  const id = await home.start('--stdin', '--', 'cat; echo end');
  await home.ok('write', id, 'ab');
  await home.ok('write', id, 'c ü');
  assert.deepEqual(await home.json('submit', id, 'd'), [{ status: 'ok', bytes_written: 2 }]);
  const [closed] = await home.json('close', id);
  assert.equal(closed?.status, 'ok');
  await home.ok('wait', id);
  assert.equal(await home.ok('log', id), 'abc üd\nend\n');
});

test('write - takes megabytes from stdin, as fast as they are read', async () => {
  const id = await home.start('--stdin', '--', 'sleep 0.5; sha256sum');
  const input = 'x'.repeat(5_000_000);
  const { code, stdout } = await home.run(['write', '--json', id, '-'], { input });
  assert.deepEqual([code, JSON.parse(stdout)], [0, { status: 'ok', bytes_written: 5_000_000 }]);
  await home.ok('close', id);
  await home.ok('wait', id);
  const { createHash } = await import('node:crypto');
  assert.equal(await home.ok('log', id), `${createHash('sha256').update(input).digest('hex')}  -\n`);
});

test('python in a terminal: submit 1+1, log shows 2', { skip: notInstalled('python3') }, async () => {
  const id = await home.start('--pty', '--', 'python3');
  // What is typed before the prompt is there may get lost when python changes the terminal.
  await until(async () => (await home.client().poll(id)).output_preview.includes('>>> '), "python's prompt");
  await home.ok('submit', id, '1+1');
  await home.ok('close', id);
  await home.ok('wait', id);
  assert.match(await home.ok('log', id), /^2$/m);
});

test('without an input it is said how to start it', async () => {
  const id = await home.start('--', 'sleep 60');
  const { code, stderr } = await home.run(['write', id, 'x']);
  assert.equal(code, 1);
  assert.match(stderr, /without an input.*\n.*stdin/);
});

for (const verb of ['write', 'submit', 'close']) {
  test(`${verb} on an ended process is already_exited`, async () => {
    const id = await home.start('--stdin', '--', 'true');
    await home.ok('wait', id);
    const args = verb === 'close' ? [verb, id] : [verb, id, 'x'];
    const [answer] = await home.json(...args);
    assert.equal(answer?.status, 'already_exited');
    assert.equal((await home.run(args)).code, 1);
  });
}
