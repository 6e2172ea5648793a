import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { RingbackError } from '../../../src/base/errors.ts';
import type { Child } from '../../../src/delegate/child/child.ts';
import { putThere, startThere } from '../../../src/delegate/child/remote.ts';
import { CliHome, until } from '../../cli/cli-home.ts';
import { allOf } from '../all-of.ts';
import { assignmentFor } from '../assignment.ts';

const env = { PATH: process.env.PATH ?? '', HOME: '/tmp' };

/** Through the daemon, as in another environment; where that is makes no difference here. */
function opened(t: TestContext) {
  const home = new CliHome((clean) => t.after(clean));
  const client = home.client();
  const start = startThere({ assignment: assignmentFor({ environment: 'local' }), client, env: {} });
  return {
    home,
    start: (script: string): Promise<Child> =>
      start({ args: ['sh', '-c', script], folder: '/', env, hint: '' }),
    startProgram: (program: string, folder = '/') =>
      start({ args: [program], folder, env, hint: 'Install it.' }),
  };
}

describe('a program that works for a delegate elsewhere', () => {
  test('is spoken to in lines, and its complaints are no lines of it', async (t) => {
    const { start, home } = opened(t);
    const script =
      'echo begin >&2; while read l; do echo "heard $l"; echo oh >&2; done; printf "\\nlast"; exit 3';
    const child = await start(script);
    child.send('one');
    await home.killDaemon();
    const long = 'ü'.repeat(100_000);
    child.send(long);
    child.closeInput();
    assert.deepEqual(await allOf(child.lines), ['heard one', `heard ${long}`, '', 'last']);
    assert.deepEqual(await child.ended, { code: 3, signal: null, stderr: 'begin\noh\noh' });
    const [listed] = await home.list();
    assert.equal(listed?.session_key, 'delegate:proc_000000000001');
    assert.ok(!listed?.notify_on_complete);
  });

  test('is interrupted as by Ctrl-C, and ended with all that it started', async (t) => {
    const { start, home } = opened(t);
    const child = await start(`trap 'echo stopped' INT; sleep 1000 & echo $!; while :; do wait; done`);
    const lines = child.lines[Symbol.asyncIterator]();
    const pid = Number((await lines.next()).value);
    child.interrupt();
    assert.equal((await lines.next()).value, 'stopped');
    const end = await child.end();
    assert.equal(end.code, null);
    assert.match(end.signal ?? '', /^SIG(TERM|KILL)$/);
    await until(() => !existsSync(`/proc/${pid}`), 'the end of what it started');
    await until(async () => (await home.list()).every(({ status }) => status === 'exited'), 'their end');
  });

  test('may have ended by a signal of its own', async (t) => {
    const { start } = opened(t);
    const child = await start('kill -KILL $$');
    assert.deepEqual((await child.ended).signal, 'SIGKILL');
    assert.deepEqual(await child.end(), await child.ended);
  });

  test('is missed by name, and so is its folder', async (t) => {
    const { startProgram } = opened(t);
    const isError = (code: string, hint: string) => (error: unknown) =>
      error instanceof RingbackError && error.code === code && error.hint === hint;
    await assert.rejects(startProgram('no-such-agent'), isError('no_program', 'Install it.'));
    await assert.rejects(startProgram('sh', '/no/such/folder'), isError('no_folder', ''));
  });
});

test('a file there has a folder of its own, and goes with it', async (t) => {
  const { start } = opened(t);
  const files = putThere(async (script) => (await allOf((await start(script)).lines)).join('\n'));
  const text = `it's "one"\nand $two\n`;
  const path = await files.put('rules.toml', text);
  assert.equal((await allOf((await start(`cat ${path}; echo end`)).lines)).join('\n'), `${text}end`);
  await files.remove();
  assert.ok(!existsSync(path));
});
