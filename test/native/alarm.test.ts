/** The alarm by itself, as every build of it. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { AlarmConnection } from '../../src/keeper/alarm.ts';
import { until } from '../engine/test-home.ts';
import { builtKeeper } from './build.ts';

/** An alarm whose daemon is a script that writes down when it was started. */
class TestAlarm {
  readonly home = mkdtempSync(join(tmpdir(), 'rb-alarm-'));
  readonly child: ChildProcess;
  readonly exit: Promise<unknown>;
  clockSets = 0;

  constructor(context: TestContext, build: string) {
    const args = ['alarm', this.home, '/bin/sh', '-c', `echo x >> ${this.home}/started`];
    this.child = spawn(builtKeeper(build), args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.exit = once(this.child, 'exit');
    context.after(async () => {
      this.child.kill('SIGKILL');
      await this.exit;
      removeFolder(this.home);
    });
  }

  get starts(): number {
    return existsSync(join(this.home, 'started'))
      ? readFileSync(join(this.home, 'started'), 'utf8').length / 2
      : 0;
  }

  async connect(): Promise<AlarmConnection> {
    let connection: AlarmConnection | undefined;
    await until(async () => {
      const clockSet = () => (this.clockSets += 1);
      connection = await AlarmConnection.connect(this.home, { clockSet, gone() {} });
      return connection !== undefined;
    }, 'a connection');
    assert(connection);
    return connection;
  }
}

for (const build of ['ringback-keeper', 'ringback-keeper-sanitized', 'ringback-keeper-posix']) {
  test(`${build}: a daemon that left is started at its time, one that died at once`, async (t) => {
    const alarm = new TestAlarm(t, build);
    const first = await alarm.connect();
    const due = Date.now() + 1_500;
    assert.equal(await first.leave(due), true);
    first.close();
    await until(() => alarm.starts === 1, 'the start');
    assert(Date.now() >= due, `${due - Date.now()} ms too early`);
    // It goes on until somebody comes.
    await until(() => alarm.starts === 2, 'another try');
    const second = await alarm.connect();
    const before = alarm.starts;
    await sleep(1_500);
    assert.equal(alarm.starts, before, 'nobody is started who is there');
    second.close();
    await until(() => alarm.starts > before, 'the start of one that went without a word');
    const third = await alarm.connect();
    assert.equal(await third.leave(undefined), true);
    assert.deepEqual(await alarm.exit, [0, null]);
    assert(!existsSync(join(alarm.home, 'alarm.sock')));
  });

  test(`${build}: what is no frame ends the connection, and nothing else`, async (t) => {
    const alarm = new TestAlarm(t, build);
    (await alarm.connect()).close();
    for (const bytes of [
      Buffer.alloc(5_000, 0xff),
      Buffer.alloc(12),
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    ]) {
      const socket = connect(join(alarm.home, 'alarm.sock'));
      socket.on('error', () => {});
      socket.end(bytes);
      await new Promise((resolve) => socket.once('close', resolve));
    }
    const connection = await alarm.connect();
    assert.equal(await connection.leave(Date.now() + 3_600_000), true);
    assert.equal(alarm.child.exitCode, null);
  });
}

test('an alarm that waits holds at most 60 KB of memory and uses no processor time', async (t) => {
  const alarm = new TestAlarm(t, 'ringback-keeper');
  const connection = await alarm.connect();
  await connection.leave(Date.now() + 3_600_000);
  connection.close();
  const read = (name: string) => readFileSync(`/proc/${alarm.child.pid}/${name}`, 'utf8');
  const resident = () => Number(/^Rss:\s+(\d+) kB$/m.exec(read('smaps_rollup'))?.[1]);
  await until(() => resident() <= 60, `${resident()} KB became 60`);
  t.diagnostic(`${resident()} KB`);
  const switches = () => /voluntary_ctxt_switches:\s+(\d+)/.exec(read('status'))?.[1];
  await until(() => read('stat').includes(' S '), 'it to sleep');
  const before = switches();
  await sleep(1_000);
  assert.equal(switches(), before, 'it slept all the time');
});

/** Sets the clock forward by a microsecond, or back again. False: that is not allowed here. */
function setClock(microseconds: 1 | -1): boolean {
  const number = { x64: 159, arm64: 171 }[process.arch as string] ?? 0; // adjtimex
  const offset = microseconds === 1 ? '0, 1' : '-1, 999999';
  const script = `my $t = pack('L x68 q q x120', 0x100, ${offset}); exit(syscall(${number}, $t) < 0 ? 1 : 0)`;
  return spawnSync('perl', ['-e', script]).status === 0;
}

const canSetClock = setClock(1) && setClock(-1);

test('an alarm hears that the clock is set: it tells the daemon, or starts it', {
  skip: !canSetClock && 'the clock cannot be set here',
}, async (t) => {
  const alarm = new TestAlarm(t, 'ringback-keeper');
  const connection = await alarm.connect();
  setClock(1);
  await until(() => alarm.clockSets === 1, 'the word about the clock');
  await connection.leave(Date.now() + 3_600_000);
  connection.close();
  assert.equal(alarm.starts, 0);
  setClock(-1);
  await until(() => alarm.starts === 1, 'the start');
});

test('a daemon that dies at once is started less and less often', async (t) => {
  const alarm = new TestAlarm(t, 'ringback-keeper');
  const starts: number[] = [];
  for (let life = 0; life < 3; life += 1) {
    (await alarm.connect()).close();
    const died = performance.now();
    await until(() => alarm.starts > life, 'the next start');
    starts.push(performance.now() - died);
  }
  const [first = 0, second = 0, third = 0] = starts;
  assert(first >= 900 && second >= 1_900 && third >= 3_900, String(starts));
});

test('an alarm whose home was removed leaves', async (t) => {
  const alarm = new TestAlarm(t, 'ringback-keeper');
  const connection = await alarm.connect();
  await connection.leave(Date.now() + 500);
  connection.close();
  rmSync(alarm.home, { recursive: true });
  assert.deepEqual(await alarm.exit, [0, null]);
});
