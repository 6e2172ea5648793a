import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { describe, type TestContext, test } from 'node:test';
import { RingbackError } from '../../../src/base/errors.ts';
import { type Child, describeEnd } from '../../../src/delegate/child/child.ts';
import { startHere } from '../../../src/delegate/child/local.ts';
import { isAlive, until } from '../../cli/cli-home.ts';
import { allOf } from '../all-of.ts';

const env = { PATH: process.env.PATH ?? '' };
const hint = 'Install it.';

async function start(t: TestContext, script: string): Promise<Child> {
  const child = await startHere({ args: ['sh', '-c', script], folder: tmpdir(), env, hint });
  t.after(() => child.end());
  return child;
}

async function next(lines: AsyncIterator<string>): Promise<string> {
  const { value, done } = await lines.next();
  assert.ok(!done, 'another line');
  return value;
}

describe('a program that works for a delegate', () => {
  test('is spoken to in lines, and has ended with its last words', async (t) => {
    const child = await start(
      t,
      'while read line; do echo "heard $line"; done; echo no >&2; printf last; exit 3',
    );
    child.send('one');
    child.send('zwei ü');
    child.closeInput();
    assert.deepEqual(await allOf(child.lines), ['heard one', 'heard zwei ü', 'last']);
    const end = await child.ended;
    assert.deepEqual(end, { code: 3, signal: null, stderr: 'no\n' });
    assert.equal(describeEnd(end), 'ended with code 3');
  });

  test('may say more than is kept of its complaints, and is not held up by it', async (t) => {
    const child = await start(t, 'yes complaint | head -c 1000000 >&2; echo done');
    assert.deepEqual(await allOf(child.lines), ['done']);
    assert.equal((await child.ended).stderr.length, 4096);
  });

  test('is interrupted as by Ctrl-C', async (t) => {
    const child = await start(t, `trap 'echo stopped; exit 7' INT; echo ready; while :; do sleep 0.05; done`);
    const lines = child.lines[Symbol.asyncIterator]();
    assert.equal(await next(lines), 'ready');
    child.interrupt();
    assert.equal(await next(lines), 'stopped');
    assert.equal((await child.ended).code, 7);
  });

  test('ends with all of its group', async (t) => {
    const child = await start(t, 'sleep 1000 & echo $!; wait');
    const pid = Number(await next(child.lines[Symbol.asyncIterator]()));
    const end = await child.end();
    assert.equal(describeEnd(end), 'was ended by SIGTERM');
    await until(() => !isAlive(pid), 'the end of what it started');
  });

  test('leaves nothing of its group behind when it has ended by itself', async (t) => {
    const child = await start(t, 'sleep 1000 >/dev/null 2>&1 & echo $!');
    const [pid] = await allOf(child.lines);
    assert.equal((await child.ended).code, 0);
    assert.ok(isAlive(Number(pid)));
    await child.end();
    await until(() => !isAlive(Number(pid)), 'the end of what it left');
  });

  test('is not waited for when what it left behind holds its output open', async (t) => {
    const child = await start(t, 'sleep 1000 & echo said');
    assert.deepEqual(await allOf(child.lines), ['said']);
    assert.equal((await child.ended).code, 0);
  });

  test('says what to do when it is not installed, and that its folder is missing', async () => {
    const command = { args: ['no-such-agent'] as const, folder: tmpdir(), env, hint };
    await assert.rejects(
      startHere(command),
      (error) => error instanceof RingbackError && error.code === 'no_program' && error.hint === hint,
    );
    await assert.rejects(
      startHere({ ...command, folder: '/no/such/folder' }),
      (error) => error instanceof RingbackError && error.code === 'no_folder',
    );
  });
});
