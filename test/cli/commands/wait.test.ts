import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { CliHome, text } from '../support.ts';

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
    stderr: `ringback: ${id} still runs\n`,
  });
  const [answer] = await home.json('wait', id, '--timeout', '0.1');
  assert.deepEqual([answer?.status, answer?.process_running], ['timeout', true]);
  assert.match(String(answer?.timeout_note), /no error/);
});

test('a signal is 128 and its number', async () => {
  const id = await home.start('--', 'kill -SEGV $$');
  const { code, stdout } = await home.run(['wait', id]);
  assert.deepEqual([code, stdout], [139, `${id} died of SIGSEGV (139)\n`]);
});
