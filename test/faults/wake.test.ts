import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { env, run, until } from '../engine/test-home.ts';
import { FaultHome } from './support/home.ts';
import { latestWakeMs } from './support/latest-wake.ts';
import { commandsIn, daemonsIn, endIfThere, keepersIn } from './support/proc.ts';

/** Runs until the file `go` is there. */
function untilGo(home: FaultHome, code: number): string {
  return `while [ ! -e ${home.folder}/go-${code} ]; do sleep 0.02; done; exit ${code}`;
}

async function killDaemon(home: FaultHome): Promise<void> {
  for (const pid of daemonsIn(home.folder)) endIfThere(pid);
  await until(() => daemonsIn(home.folder).length === 0, 'the end of the daemon');
}

function arrivals(home: FaultHome): number {
  return readFileSync(join(home.folder, 'daemon.log'), 'utf8').match(/ started in /g)?.length ?? 0;
}

async function exitCode(home: FaultHome, id: string): Promise<number | null> {
  return home
    .client(false)
    .get(id)
    .then(({ exit_code }) => exit_code)
    .catch(() => null);
}

test('promise 15: the daemon is killed, nobody asks for anything, a process ends: the daemon is back and knows it', async (t) => {
  const home = new FaultHome(t);
  const client = home.client();
  const starts = [21, 22].map((code) => client.start({ command: untilGo(home, code), workdir: '/tmp', env }));
  const ids = (await Promise.all(starts)).map(({ session_id }) => session_id);
  // Twice: what was woken can be killed and woken again.
  for (const [i, code] of [21, 22].entries()) {
    await killDaemon(home);
    // A keeper that has been alone for more than a second has nothing to wait for any more.
    await sleep(1_200);
    assert.deepEqual(daemonsIn(home.folder), [], 'nothing to tell, nobody woken');
    const began = Date.now();
    writeFileSync(join(home.folder, `go-${code}`), '');
    await until(async () => (await exitCode(home, ids[i] ?? '')) === code, 'the end in the table');
    const took = Date.now() - began;
    t.diagnostic(`${took} ms from the end to the table`);
    assert(took < latestWakeMs(), `${took} ms`);
    await until(() => keepersIn(home.folder, ids[i]).length === 0, 'its keeper to have heard that');
    // One that still talks to the daemon when that is killed would start another.
    await until(() => commandsIn(home.folder).length === 0, 'the wake command to have left');
  }
  await until(() => keepersIn(home.folder).length === 0, 'all keepers to leave');
});

test('promise 15: a watched process that prints wakes the daemon too', async (t) => {
  const home = new FaultHome(t);
  const client = home.client();
  const command = `while [ ! -e ${home.folder}/go-1 ]; do sleep 0.02; done; echo READY; exec sleep 60`;
  await client.start({ command, workdir: '/tmp', env, watch_patterns: ['READY'] });
  await killDaemon(home);
  const began = Date.now();
  writeFileSync(join(home.folder, 'go-1'), '');
  await until(() => arrivals(home) === 2, 'the next daemon');
  const took = Date.now() - began;
  assert(took < latestWakeMs() + 1_000, `${took} ms`);
});

test('promise 15: a deadline brings a killed daemon back, and is told once', async (t) => {
  const home = new FaultHome(t);
  const session_key = 'test:late';
  const start = { command: 'exec sleep 60', workdir: '/tmp', env, session_key, deadline: 3 };
  const { session_id: id } = await home.client().start(start);
  await killDaemon(home);
  const { notifications } = home.client(false);
  const told = () => notifications.history({ session_key }).catch(() => []);
  await until(async () => (await told()).length > 0, 'the deadline');
  assert.deepEqual(
    (await told()).map((one) => [one.type, one.session_id]),
    [['still_running', id]],
  );
});

test('promise 15: heartbeats bring a killed daemon back, and each is told once', async (t) => {
  const home = new FaultHome(t);
  writeFileSync(join(home.folder, 'config.json'), JSON.stringify({ wakeIntervalSeconds: 1 }));
  const session_key = 'test:beats';
  const start = { command: 'exec sleep 60', workdir: '/tmp', env, session_key, heartbeat: 1 };
  const { session_id: id } = await home.client().start(start);
  const { notifications } = home.client(false);
  const told = () => notifications.history({ session_key }).catch(() => []);
  await until(async () => (await told()).length > 1, 'two');
  for (let kill = 0; kill < 3; kill++) {
    const [last] = await told();
    await killDaemon(home);
    await until(async () => ((await told())[0]?.sequence ?? 0) > (last?.sequence ?? 0), 'the next daemon');
  }
  const all = await told();
  assert.deepEqual(
    new Set(all.map((one) => `${one.type} ${one.session_id}`)),
    new Set([`still_running ${id}`]),
  );
  const seconds = all.map(({ event }) => 'deadline' in event && event.deadline);
  assert.deepEqual(seconds, [...new Set(seconds)], 'none twice');
  assert.deepEqual(
    all.map(({ state }) => state),
    all.map((_, index) => (index === 0 ? 'pending' : 'suppressed')),
  );
});

test('promises 15 and 19: a prompt brings a killed daemon back, and is told once', async (t) => {
  const home = new FaultHome(t);
  const session_key = 'test:asked';
  const command = `while [ ! -e ${home.folder}/go-1 ]; do sleep 0.02; done; read -p "name? " x; exec sleep 60`;
  const start = { command, workdir: '/tmp', env, session_key, pty: true, notify_on_complete: true };
  const { session_id: id } = await home.client().start({ ...start, shell: '/bin/bash' });
  await killDaemon(home);
  writeFileSync(join(home.folder, 'go-1'), '');
  const { notifications } = home.client(false);
  const told = async () =>
    (await notifications.history({ session_key }).catch(() => [])).map((one) => [one.type, one.session_id]);
  await until(async () => (await told()).length > 0, 'the prompt');
  // One that still talks to the daemon when that is killed would start another.
  await until(() => commandsIn(home.folder).length === 0, 'the wake command to have left');
  await killDaemon(home);
  // The next one is told of the prompt again: it still waits.
  await until(async () => (await home.client().poll(id)).waiting_input, 'the next daemon');
  assert.deepEqual(await told(), [['needs_input', id]]);
  assert.equal(arrivals(home), 3, 'what was heard wakes nobody');
});

test('promise 15: many keepers with something to tell start one daemon', async (t) => {
  const home = new FaultHome(t);
  const client = home.client();
  const started = await Promise.all(
    Array.from({ length: 15 }, () => client.start({ command: untilGo(home, 3), workdir: '/tmp', env })),
  );
  await killDaemon(home);
  writeFileSync(join(home.folder, 'go-3'), '');
  for (const { session_id } of started)
    await until(async () => (await exitCode(home, session_id)) === 3, 'the end in the table');
  await until(() => keepersIn(home.folder).length === 0, 'all keepers to leave');
  assert.equal(arrivals(home), 2, 'the first daemon and one more');
  assert.equal(daemonsIn(home.folder).length, 1);
});

test('promise 15: while one keeper wakes, the others do not', async (t) => {
  const home = new FaultHome(t);
  const woken = join(home.folder, 'woken');
  const engine = await home.open({
    wakeCommand: [
      '/bin/sh',
      '-c',
      `echo woken >> ${woken}; while [ ! -e ${home.folder}/go-5 ]; do sleep 0.02; done`,
    ],
  });
  const started = await Promise.all(Array.from({ length: 10 }, () => run(engine, untilGo(home, 4))));
  await engine.close();
  writeFileSync(join(home.folder, 'go-4'), '');
  await until(() => started.every(({ id }) => existsSync(home.keep(id, 'exit'))), 'all ends');
  await until(() => existsSync(woken), 'the first wake');
  // Each of them has had its second by now, and another one.
  await sleep(2_000);
  assert.equal(readFileSync(woken, 'utf8'), 'woken\n');
  writeFileSync(join(home.folder, 'go-5'), '');
});

test('issue 10.6: while systemd stops everything nobody is woken, keepers leave, and the next daemon tells the end', async (t) => {
  const home = new FaultHome(t);
  const { session_id: id } = await home.client().start({ command: untilGo(home, 7), workdir: '/tmp', env });
  await killDaemon(home);
  const [keeper = 0] = keepersIn(home.folder, id);
  // Whoever sends the signal is known by its name, while it lives.
  const manager = join(home.folder, 'systemd');
  const stop = 'kill -TERM "$1"; while [ -e "/proc/$1" ]; do sleep 0.02; done';
  writeFileSync(manager, `#!/bin/sh\n${stop}\n`, { mode: 0o755 });
  const stopped = once(spawn(manager, [String(keeper)]), 'exit');
  writeFileSync(join(home.folder, 'go-7'), '');
  await until(() => keepersIn(home.folder).length === 0, 'the keeper to leave');
  await stopped;
  assert.equal(arrivals(home), 1, 'nobody was woken');
  assert.equal((await home.client().get(id)).exit_code, 7);
});

test('issue 10.6: a SIGTERM from anybody else ends no keeper and keeps nobody from being woken', async (t) => {
  const home = new FaultHome(t);
  const { session_id: id } = await home.client().start({ command: untilGo(home, 8), workdir: '/tmp', env });
  await killDaemon(home);
  const [keeper = 0] = keepersIn(home.folder, id);
  process.kill(keeper, 'SIGTERM');
  writeFileSync(join(home.folder, 'go-8'), '');
  await until(async () => (await exitCode(home, id)) === 8, 'the end in the table');
});
