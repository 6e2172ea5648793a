import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Engine } from '../../src/engine/engine.ts';
import { commandsOf } from '../../src/keeper/commands.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { exitOf, run, until, untilPrinted } from '../engine/test-home.ts';
import { builtKeeper } from '../native/build.ts';
import { notInstalled } from '../testbed/not-installed.ts';
import { amount } from './support/amount.ts';
import { FaultHome } from './support/home.ts';
import { endIfThere, pidsOf } from './support/proc.ts';

const escapees = join(import.meta.dirname, '../engine/fixtures/escapees.py');

const hydra = join(import.meta.dirname, 'support/hydra.pl');

function canHideCgroups(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const skipHidden = !canHideCgroups() && 'needs root: cgroups cannot be hidden from the keeper';

/** The keeper program on a machine without cgroups: a mount namespace in which none is mounted. */
function keeperWithoutCgroups(home: FaultHome): string {
  const path = join(home.folder, 'keeper-without-cgroups');
  writeFileSync(
    path,
    `#!/bin/sh\nexec unshare --mount sh -c 'umount -l -a -t cgroup2; exec "$0" "$@"' ${findKeeperProgram()} "$@"\n`,
  );
  chmodSync(path, 0o700);
  return path;
}

async function startEscapees(engine: Engine): Promise<string> {
  const { id } = await run(engine, `exec python3 ${escapees} x`);
  await untilPrinted(engine, id, 'ready');
  assert(pidsOf(id).length >= 6, 'they have got out');
  return id;
}

const noPython = notInstalled('python3');

test('promise 5: without cgroups, kill leaves no escapee alive', {
  skip: skipHidden || noPython,
}, async (t) => {
  const home = new FaultHome(t);
  const engine = await home.open({ keeperProgram: keeperWithoutCgroups(home) });
  for (let round = 0; round < amount(5, 20); round += 1) {
    const id = await startEscapees(engine);
    assert.doesNotMatch(readFileSync(home.keep(id, 'meta'), 'utf8'), /^cgroup=/m);
    const { status, survivors, killed } = await engine.kill(id, { graceMs: 20 });
    assert.equal(status, 'killed');
    assert.deepEqual(survivors, []);
    assert(killed >= 6);
    assert.deepEqual(pidsOf(id), []);
  }
});

for (const hasCgroups of [true, false]) {
  test(`promise 5: what makes a new copy whenever one dies is ended for good, ${hasCgroups ? 'with' : 'without'} cgroups`, {
    skip: !hasCgroups && skipHidden,
  }, async (t) => {
    const home = new FaultHome(t);
    const engine = await home.open(hasCgroups ? {} : { keeperProgram: keeperWithoutCgroups(home) });
    for (let round = 0; round < amount(5, 20); round += 1) {
      const { id } = await run(engine, `exec perl ${hydra} 10`);
      await untilPrinted(engine, id, 'ready');
      const { survivors } = await engine.kill(id, { graceMs: 20 });
      assert.deepEqual(survivors, []);
      assert.deepEqual(pidsOf(id), []);
    }
  });

  test(`promise 5: with its keeper killed, ${hasCgroups ? 'with' : 'without'} cgroups, kill leaves no escapee alive`, {
    skip: (!hasCgroups && skipHidden) || noPython,
  }, async (t) => {
    const home = new FaultHome(t);
    const engine = await home.open(hasCgroups ? {} : { keeperProgram: keeperWithoutCgroups(home) });
    for (let round = 0; round < amount(5, 20); round += 1) {
      const id = await startEscapees(engine);
      endIfThere(engine.get(id).keeperPid ?? 0);
      await until(() => JSON.stringify(engine.get(id).life).includes('"detached":true'), 'detached');
      const { status, survivors, process } = await engine.kill(id, { graceMs: 20 });
      assert.equal(status, 'killed');
      assert.deepEqual(survivors, []);
      assert.deepEqual(pidsOf(id), []);
      assert.equal(process.life.state, 'lost');
    }
  });
}

test('promise 6: what a command left behind is ended by a kill, although its keeper was killed', async (t) => {
  const home = new FaultHome(t);
  const engine = await home.open();
  const { id } = await run(engine, 'setsid sleep 1000 & exit 4');
  const { process } = await engine.wait(id);
  assert.equal(exitOf(process).exitCode, 4);
  assert.equal(pidsOf(id).length, 1);
  endIfThere(process.keeperPid ?? 0);
  await until(() => !existsSync(`/proc/${process.keeperPid}/exe`), 'the end of the keeper');
  const result = await engine.kill(id);
  assert.equal(result.status, 'killed');
  assert.equal(result.killed, 1);
  assert.equal(exitOf(result.process).exitCode, 4);
  assert.deepEqual(pidsOf(id), []);
  assert.equal((await engine.kill(id)).status, 'already_exited');
});

test('promise 5: a kill that reaches a keeper in the moment of its death ends what is left', async (t) => {
  const home = new FaultHome(t);
  const engine = await home.open();
  const { id } = await run(engine, `trap '' TERM; echo up; while :; do sleep 1000; done`);
  await untilPrinted(engine, id, 'up');
  const { keeperPid } = engine.get(id);
  await engine.close();
  endIfThere(keeperPid ?? 0);
  await until(() => !existsSync(`/proc/${keeperPid}/exe`), 'the end of the keeper');
  // It hangs up on its first caller, and only then is its socket gone.
  const socket = home.keep(id, 'control');
  rmSync(socket);
  const dying = createServer((caller) => {
    caller.destroy();
    dying.close();
  }).listen(socket);
  await once(dying, 'listening');
  const { killed, survivors } = await commandsOf(findKeeperProgram()).kill(home.keep(id), 100, 'test');
  assert(killed > 0);
  assert.deepEqual(survivors, []);
  assert.deepEqual(pidsOf(id), []);
});

test('promise 5: a keeper that dies while it kills leaves no escapee alive', async (t) => {
  const home = new FaultHome(t);
  const keeperProgram = builtKeeper('ringback-keeper-test');
  const engine = await home.openWith({ RINGBACK_FAILPOINT: 'kill:after-term' }, { keeperProgram });
  const { id } = await run(engine, `setsid sh -c 'trap "" TERM; echo up; sleep 1000; :' & exec sleep 1000`);
  await untilPrinted(engine, id, 'up');
  const { survivors } = await engine.kill(id, { graceMs: 500 });
  assert.deepEqual(survivors, []);
  assert.deepEqual(pidsOf(id), []);
});

test('promise 6: what a lost process left behind is ended by a kill', async (t) => {
  const home = new FaultHome(t);
  const engine = await home.open();
  const { id, keeperPid, pid } = await run(engine, 'setsid sleep 1000 & echo up; exec sleep 1000');
  await untilPrinted(engine, id, 'up');
  endIfThere(keeperPid ?? 0);
  endIfThere(pid ?? 0);
  await until(() => engine.get(id).life.state === 'lost', 'lost');
  assert.equal(pidsOf(id).length, 1);
  const result = await engine.kill(id);
  assert.equal(result.status, 'killed');
  assert.equal(result.process.life.state, 'lost');
  assert.deepEqual(pidsOf(id), []);
});

test('trap 6: a command that traps TERM and exits 0 shows 0, without cgroups too', {
  skip: skipHidden,
}, async (t) => {
  const home = new FaultHome(t);
  const engine = await home.open({ keeperProgram: keeperWithoutCgroups(home) });
  const { id } = await run(engine, 'trap "exit 0" TERM; echo set; while :; do sleep 0.02; done');
  await untilPrinted(engine, id, 'set');
  const exit = exitOf((await engine.kill(id)).process);
  assert.equal(exit.exitCode, 0);
  assert.equal(exit.terminationSource, 'process.kill');
});
