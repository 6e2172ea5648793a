import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { CliHome, text } from '../cli-home.ts';

const home = new CliHome(after);

test("wait exits with the command's code", async () => {
  const id = await home.start('--stdin', '--', 'read x; echo bye; exit 7');
  const child = home.spawn(['wait', id]);
  const closed = once(child, 'close');
  const stdout = text(child.stdout);
  await home.ok('submit', id, '');
  assert.deepEqual(await closed, [7, null]);
  assert.equal(await stdout, `${id} exited with 7\n`);
  const [answer] = await home.json('wait', id);
  assert.deepEqual([answer?.status, answer?.exit_code, answer?.output], ['exited', 7, 'bye\n']);
});

test('trap 16: a timeout is 124 and says that it is no error', async () => {
  const id = await home.start('--', 'sleep 60');
  assert.deepEqual(await home.run(['wait', id, '--timeout', '0.2']), {
    code: 124,
    stdout: '',
    stderr: `ringback: ${id} is still running\n`,
  });
  const [answer] = await home.json('wait', id, '--timeout', '0.1');
  assert.deepEqual([answer?.status, answer?.process_running], ['timeout', true]);
  assert.match(String(answer?.timeout_note), /not an error/);
});

test('a signal is 128 and its number', async () => {
  const id = await home.start('--', 'kill -SEGV $$');
  const { code, stdout } = await home.run(['wait', id]);
  assert.deepEqual([code, stdout], [139, `${id} terminated by SIGSEGV (139)\n`]);
});

test('--until prints the line that was waited for', async () => {
  const id = await home.start('--stdin', '--', 'echo one; read x; echo two READY; read y');
  const child = home.spawn(['wait', id, '--until', '/ready$/i']);
  const closed = once(child, 'close');
  const stdout = text(child.stdout);
  await home.ok('submit', id, '');
  assert.deepEqual(await closed, [0, null]);
  assert.equal(await stdout, 'two READY\n');
  const [answer] = await home.json('wait', id, '--until', 'READY');
  assert.deepEqual([answer?.status, answer?.line, answer?.offset], ['matched', 'two READY', 4]);
  assert.equal((await home.run(['wait', id, '--until', 'THREE', '--timeout', '0.1'])).code, 124);
});

test('an end without the line that was waited for is no success', async () => {
  for (const [command, expected] of [
    ['true', 1],
    ['exit 7', 7],
  ] as const) {
    const id = await home.start('--', command);
    const { code, stdout, stderr } = await home.run(['wait', id, '--until', 'READY']);
    assert.deepEqual([code, stdout], [expected, '']);
    assert.match(stderr, /exited with \d without a line/);
  }
});

const server =
  'exec node -e \'const s = require("node:http").createServer((_, a) => a.end()); s.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + s.address().port + "/"))\'';

test('issue 13: --ready prints where it can be reached; poll, show and ls tell that it is, and its ports', async () => {
  const id = await home.start('--ready', ':', '--session', 'cli:ready', '--', server);
  const { code, stdout } = await home.run(['wait', id, '--ready']);
  assert.equal(code, 0);
  const [, address = ''] = /^(?:http:\/\/)?(127\.0\.0\.1:\d+)\/?\n$/.exec(stdout) ?? [];
  const [answer] = await home.json('wait', id, '--ready');
  assert.deepEqual([answer?.status, answer?.address, answer?.ports], ['ready', address, [address]]);
  const [polled] = await home.json('poll', id);
  assert.deepEqual([polled?.ready_at, polled?.ready, polled?.ports], [answer?.ready_at, ':', [address]]);
  assert.match(
    await home.ok('show', id),
    new RegExp(`^ready +\\d{4}-.* ago\\)\nlistens +on ${address}$`, 'm'),
  );
  assert.match(await home.ok('poll', id), new RegExp(`^listens +on ${address}$`, 'm'));
  const listed = (await home.json('ls')).find(({ session_id }) => session_id === id);
  assert.deepEqual([listed?.ready_at, listed?.ports], [answer?.ready_at, [address]]);
  assert.match(await home.ok('inbox', '--session', 'cli:ready'), /is ready, /);
});

test('--ready: an end before is no success, a timeout is 124, and one without a probe is refused', async () => {
  const ended = await home.start('--ready', 'never', '--', 'true');
  const inVain = await home.run(['wait', ended, '--ready']);
  assert.deepEqual([inVain.code, inVain.stdout], [1, '']);
  assert.match(inVain.stderr, /exited with 0 before it was ready/);
  const waits = await home.start('--ready', '!false', '--', 'sleep 60');
  assert.equal((await home.run(['wait', waits, '--ready', '--timeout', '0.2'])).code, 124);
  assert.match(await home.ok('show', waits), /^ready +not yet: !false$/m);
  const without = await home.start('--', 'sleep 60');
  assert.match((await home.run(['wait', without, '--ready'])).stderr, /started without `ready`/);
  assert.match((await home.run(['run', '--ready', ':99999', '--', 'true'])).stderr, /names no port/);
});
