import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Launch } from '../../src/backends/backend.ts';
import { LocalBackend } from '../../src/backends/local/local-backend.ts';
import { notInstalled } from '../testbed/not-installed.ts';
import { exitOf, finish, isAlive, openTestEngine, run, until, untilPrinted } from './test-home.ts';

const escapees = join(import.meta.dirname, 'fixtures/escapees.py');

/** Everything on this machine whose argument list contains `tag`. */
function pidsWith(tag: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(tag);
      } catch {
        return false;
      }
    })
    .map(Number);
}

test('promise 5: kill leaves no escapee alive, 20 times of 20', {
  skip: notInstalled('python3'),
}, async (t) => {
  const engine = await openTestEngine(t);
  for (let round = 0; round < 20; round += 1) {
    const tag = `escapee-${process.pid}-${round}`;
    const { id } = await run(engine, `exec python3 ${escapees} ${tag}`);
    await untilPrinted(engine, id, 'ready');
    assert(pidsWith(tag).length >= 6);
    const result = await engine.kill(id, { graceMs: 20 });
    assert.equal(result.status, 'killed');
    assert.deepEqual(result.survivors, []);
    assert(result.killed >= 6, `killed ${result.killed}`);
    assert.deepEqual(pidsWith(tag), []);
  }
});

test('trap 6: a command that traps TERM and exits 0 shows 0, ended by our kill', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'trap "exit 0" TERM; echo set; while :; do sleep 0.02; done');
  await untilPrinted(engine, id, 'set');
  const { status, process } = await engine.kill(id);
  assert.equal(status, 'killed');
  const exit = exitOf(process);
  assert.equal(exit.exitCode, 0);
  assert.equal(exit.signal, null);
  assert.equal(exit.terminationSource, 'process.kill');
});

test('a command that ignores TERM is killed after its grace', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'trap "" TERM; echo set; while :; do sleep 0.02; done');
  await untilPrinted(engine, id, 'set');
  const { process } = await engine.kill(id, { graceMs: 50 });
  assert.equal(exitOf(process).signal, 'SIGKILL');
  assert.equal(exitOf(process).exitCode, 137);
});

test('with a grace of 0 nothing is escalated and the survivors are named', async (t) => {
  const engine = await openTestEngine(t);
  const { id, pid } = await run(engine, 'trap "" TERM; echo set; exec sleep 60');
  await untilPrinted(engine, id, 'set');
  const { status, survivors } = await engine.kill(id, { graceMs: 0 });
  assert.equal(status, 'killed');
  assert(survivors.includes(pid ?? 0));
  assert.equal(engine.get(id).life.state, 'running');
});

test('killing an ended process says that it had ended, and how', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await finish(engine, 'echo out; exit 5');
  const result = await engine.kill(id);
  assert.equal(result.status, 'already_exited');
  assert.equal(exitOf(result.process).exitCode, 5);
  assert.equal(result.output, 'out\n');
});

test('two kills at once both report the end', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'exec sleep 60');
  const results = await Promise.all([engine.kill(id), engine.kill(id)]);
  for (const { process } of results) assert.equal(exitOf(process).signal, 'SIGTERM');
});

/** Commands wait in a queue, and one begins at the very moment it is to be cancelled: too late for that. */
function startDuringCancel({ mock }: TestContext): void {
  const backend = LocalBackend.prototype;
  const { spawn, examine } = backend;
  let queued: Launch | undefined;
  mock.method(backend, 'spawn', async (launch: Launch) => {
    queued = launch;
    return undefined;
  });
  mock.method(backend, 'examine', function (this: LocalBackend, ...asked: Parameters<typeof examine>) {
    return queued ? { kind: 'waiting' } : examine.apply(this, asked);
  });
  mock.method(backend, 'kill', async function (this: LocalBackend) {
    if (queued) await spawn.call(this, queued);
    queued = undefined;
    return { killed: 0, survivors: [] };
  });
}

test('a queued job that begins while it is being cancelled is killed all the same', async (t) => {
  const engine = await openTestEngine(t);
  startDuringCancel(t);
  const { id, life } = await run(engine, 'exec sleep 60');
  assert.equal(life.state, 'queued');
  const { status, killed, survivors, process } = await engine.kill(id);
  assert.deepEqual([status, killed, survivors], ['killed', 1, []]);
  assert.equal(exitOf(process).signal, 'SIGTERM');
  assert.equal(exitOf(process).terminationSource, 'process.kill');
  assert.equal(isAlive(process.pid ?? 0), false);
});

test('promise 6: a left-behind server has not kept the command running, goes on printing, and is killed', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(
    engine,
    '(trap "" HUP; while :; do echo tick; sleep 0.05; done) & echo built; exit 6',
  );
  const { process } = await engine.wait(id);
  const exit = exitOf(process);
  assert.equal(exit.exitCode, 6);
  assert.equal(exit.outputOpen, true);
  assert(exit.descendants >= 1);
  assert((await engine.poll(id)).descendants >= 1);
  await untilPrinted(engine, id, 'tick\ntick\ntick', exit.finalOffset);
  const killed = await engine.kill(id);
  assert.equal(killed.status, 'killed');
  assert(killed.killed >= 1);
  assert.deepEqual(killed.survivors, []);
  assert.equal(exitOf(killed.process).exitCode, 6);
  assert.equal((await engine.poll(id)).descendants, 0);
  assert.equal((await engine.kill(id)).status, 'already_exited');
});

test('promise 6: descendants that hold no output are reported and killed too', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'setsid sleep 60 >/dev/null 2>&1 & echo $!');
  const { process, output } = await engine.wait(id);
  assert.equal(exitOf(process).outputOpen, false);
  assert.equal(exitOf(process).descendants, 1);
  await engine.kill(id);
  await until(() => !isAlive(Number(output)), 'the end of the descendant');
});

test('following an ended process with a server left behind goes on until that ends', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, '(for i in 1 2 3; do sleep 0.3; echo late $i; done) & echo first');
  const kinds: string[] = [];
  let text = '';
  for await (const event of engine.follow(id, { from: 0 })) {
    kinds.push(event.type);
    if (event.type === 'output') text += event.bytes;
  }
  assert.equal(text, 'first\nlate 1\nlate 2\nlate 3\n');
  assert.equal(kinds.filter((kind) => kind === 'ended').length, 1);
  assert(kinds.indexOf('ended') < kinds.lastIndexOf('output'));
});

test('kill all, or all of a task', async (t) => {
  const engine = await openTestEngine(t);
  await finish(engine, 'true', { task: 'a' });
  await run(engine, 'sleep 60', { task: 'a' });
  await run(engine, 'sleep 60', { task: 'a' });
  await run(engine, 'sleep 60', { task: 'b' });
  const task = await engine.killAll({ task: 'a' });
  assert.equal(task.killed, 2);
  assert.equal(engine.runningCount, 1);
  const { killed, results } = await engine.killAll();
  assert.equal(killed, 1);
  assert.equal(exitOf(results[0]?.process ?? assert.fail()).terminationSource, 'kill_all');
  assert.equal(engine.hasActive(), false);
});

test('kill all reaches what a command in the foreground left behind', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await finish(engine, 'sleep 60 & echo $!', { foreground: true });
  const pid = Number((await engine.log(id)).output);
  assert(isAlive(pid));
  assert.equal((await engine.killAll()).killed, 1);
  assert(!isAlive(pid));
});
