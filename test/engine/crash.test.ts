import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exitOf, isAlive, run, TestHome, until } from './test-home.ts';

const fixture = join(import.meta.dirname, 'fixtures/crash.ts');
const id = 'proc_c0ffee000001';

/** Runs the fixture until its failpoint kills it. */
async function crashAt(failpoint: string, home: string, command: string, more: string[] = []): Promise<void> {
  const child = spawn(process.execPath, [fixture, home, id, command, ...more], {
    env: { ...process.env, RINGBACK_ENGINE_FAILPOINT: failpoint },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [, signal] = await once(child, 'exit');
  assert.equal(signal, 'SIGKILL', `${failpoint} was not passed`);
}

const startPoints = ['start:after-row', 'start:after-spawn-sent', 'start:before-ack', 'start:after-ack'];
const endPoints = ['end:before-record', 'end:after-record'];
const recoverPoints = ['recover:begin', 'recover:after-adopt', 'recover:end'];

for (const point of [...startPoints, ...endPoints, ...recoverPoints]) {
  test(`killed at ${point}, then repeated by its client: one row, one process, its real exit code`, async (t) => {
    const home = new TestHome(t);
    const ran = join(home.folder, 'ran');
    const command = `echo ran >> ${ran}; exit 5`;
    await crashAt(point, home.folder, command);
    const engine = await home.open();
    const started = await run(engine, command, { id });
    const { process } = await engine.wait(started.id);
    assert.equal(exitOf(process).exitCode, 5);
    assert.deepEqual(
      engine.list().map((one) => one.id),
      [started.id],
    );
    assert.equal(readFileSync(ran, 'utf8'), 'ran\n');
    await until(() => !isAlive(process.keeperPid ?? 0), 'the keeper to leave');
  });
}

for (const point of recoverPoints) {
  test(`killed at ${point} with a process running: it is still taken over`, async (t) => {
    const home = new TestHome(t);
    const first = await home.open();
    const { id: other, pid } = await run(first, 'read x; exit 3', { stdin: true });
    await first.close();
    await crashAt(point, home.folder, 'true');
    const engine = await home.open();
    assert.equal(engine.get(other).pid, pid);
    await engine.submit(other, '');
    assert.equal(exitOf((await engine.wait(other)).process).exitCode, 3);
  });
}

for (const point of ['prune:before-remove', 'prune:after-keep']) {
  test(`killed at ${point}: what was due is pruned later, and nothing comes back`, async (t) => {
    const home = new TestHome(t, { retentionMs: 0, endedProtectionMs: 0 });
    await crashAt(point, home.folder, 'true', ['prune']);
    const engine = await home.open();
    await until(() => engine.list().length === 0, 'the row to go');
    assert.deepEqual(readdirSync(join(home.folder, 'processes')), []);
    assert(!existsSync(home.keep(id)));
  });
}
