import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findLeftovers, removeLeftovers } from '../../scripts/testing/leftovers.ts';
import { TestRun } from '../../scripts/testing/test-run.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { isAlive, text, until } from '../cli/cli-home.ts';

const runner = join(import.meta.dirname, '../../scripts/test.ts');

test('what a test leaves behind is named with its file, fails the run and is removed', async (t) => {
  const temporary = temporaryFolder(t);
  const child = start(temporary, 'test/scripts/fixtures/leaves-things.ts');
  const [output, complaints] = [text(child.stdout), text(child.stderr)];
  const [code] = (await once(child, 'close')) as [number | null];
  assert.match(await output, /pass 1\n.*fail 0\n/s);
  assert.equal(code, 1);
  const file = String.raw`\(test/scripts/fixtures/leaves-things\.ts\)`;
  assert.match(await complaints, new RegExp(`left behind: ${temporary}/\\S+/0/forgotten ${file}`));
  // Without a cgroup the last one could not be found.
  for (const seconds of / s CPU/.test(await output) ? [1001, 1002, 1003] : [1001, 1002]) {
    const found = new RegExp(`left behind: process (\\d+): /bin/sleep ${seconds} ${file}`).exec(
      await complaints,
    );
    assert.ok(found, `sleep ${seconds}: ${await complaints}`);
    assert.equal(isAlive(Number(found[1])), false);
  }
  assert.deepEqual(readdirSync(temporary), []);
});

test('a run that is interrupted leaves nothing', async (t) => {
  const temporary = temporaryFolder(t);
  const child = start(temporary, 'test/scripts/fixtures/waits.ts');
  child.stdout.resume();
  await until(
    () => globSync(join(temporary, '*/0/started')).some((file) => readFileSync(file).length > 0),
    'the test to have begun',
  );
  const [started = ''] = globSync(join(temporary, '*/0/started'));
  const pid = Number(readFileSync(started, 'utf8'));
  child.kill('SIGINT');
  const [code] = (await once(child, 'exit')) as [number | null];
  assert.equal(code, 130);
  assert.equal(isAlive(pid), false);
  assert.deepEqual(readdirSync(temporary), []);
});

test('without a cgroup an orphan is known by its marks, and who only looks at the folder is left alone', async (t) => {
  const run = new TestRun(['test/some.test.ts'], { mayHaveCgroup: false });
  const mark = `${run.folder}/0`;
  const bystander = spawn('/bin/sh', { stdio: ['pipe', 'ignore', 'inherit'], detached: true });
  t.after(() => process.kill(-Number(bystander.pid), 'SIGKILL'));
  bystander.stdin.write(`OLDPWD=${mark} sleep 1005\n`);
  const parent = spawn('/bin/sh', ['-c', 'sleep 1006 >/dev/null & echo $!'], {
    env: { ...process.env, TMPDIR: mark },
  });
  const pid = Number(await text(parent.stdout));
  const found = await findLeftovers(run);
  await removeLeftovers(run);
  assert.deepEqual(found, [{ what: `process ${pid}: sleep 1006`, file: 'test/some.test.ts' }]);
  assert.equal(isAlive(pid), false);
  assert.equal(bystander.exitCode ?? bystander.signalCode, null);
});

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'r'));
  t.after(() => removeFolder(folder));
  return folder;
}

function start(temporary: string, file: string) {
  // Without the mark of a test, or Node would not run tests from within tests.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawn(process.execPath, [runner, file], { env: { ...env, TMPDIR: temporary } });
}
