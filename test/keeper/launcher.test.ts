import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { commandsOf } from '../../src/keeper/commands.ts';
import { KeeperConnection } from '../../src/keeper/connection.ts';
import type { ExitRecord } from '../../src/keeper/exit.ts';
import { Launcher } from '../../src/keeper/launcher.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { encodeSpawnRequest } from '../../src/keeper/spawn-request.ts';

const program = findKeeperProgram();

function prepare(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-launcher-'));
  const launcher = new Launcher(program);
  t.after(() => {
    launcher.close();
    removeFolder(folder);
  });
  return { folder, launcher, keep: join(folder, 'proc_000000000001') };
}

function request(keep: string, command: string, more = {}): string {
  return encodeSpawnRequest({
    keep,
    id: 'proc_000000000001',
    args: ['/bin/sh', '-c', command],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    spec: '{}',
    pty: false,
    stdin: false,
    cols: 120,
    rows: 30,
    logLimitBytes: 1 << 20,
    logHeadBytes: 1 << 16,
    maxRuntimeMs: undefined,
    umask: undefined,
    // Without one an ended keeper has nobody to wait for, and leaves before it can be asked.
    wake: ['/bin/true'],
    watch: false,
    ...more,
  });
}

/** Connects as the engine does and waits for the end. */
async function untilEnded(keep: string): Promise<ExitRecord> {
  const { promise, resolve, reject } = Promise.withResolvers<ExitRecord>();
  const keeper = await KeeperConnection.connect(keep, {
    grew() {},
    ended: resolve,
    gone: () => reject(new Error('gone')),
  });
  await keeper.subscribe();
  const exit = await promise;
  keeper.seen();
  keeper.close();
  return exit;
}

test('a launcher starts keepers and answers each by its tag', async (t) => {
  const { folder, launcher } = prepare(t);
  const keeps = Array.from({ length: 20 }, (_, i) => join(folder, `proc_${i}`));
  const started = await Promise.all(keeps.map((keep, i) => launcher.spawn(request(keep, `exit ${i}`))));
  assert.equal(new Set(started.map(({ pid }) => pid)).size, 20);
  const exits = await Promise.all(keeps.map(untilEnded));
  assert.deepEqual(
    exits.map(({ rawStatus }) => (rawStatus ?? -1) >> 8),
    keeps.map((_, i) => i),
  );
});

test('a start that cannot be is refused with the reason', async (t) => {
  const { launcher, keep } = prepare(t);
  await assert.rejects(launcher.spawn(request(keep, 'true', { cwd: '/no/folder' })), { code: 'no_folder' });
  await assert.rejects(launcher.spawn(request(keep, 'true', { args: ['/no/program'] })), {
    code: 'no_program',
  });
  mkdirSync(keep, { recursive: true });
  writeFileSync(join(keep, 'control'), '');
  await assert.rejects(launcher.spawn(request(keep, 'true')), { code: 'claimed' });
});

test('a keeper program that cannot be run is an error that says how to build it', async (t) => {
  const launcher = new Launcher('/no/such/keeper');
  t.after(() => launcher.close());
  await assert.rejects(launcher.spawn('x'), { code: 'no_keeper', hint: /npm run prepare/ });
  await assert.rejects(launcher.spawn('x'), { code: 'no_keeper' });
});

test('a connection answers by tag, turns errors into codes, and fails what is open when its keeper goes', async (t) => {
  const { launcher, keep } = prepare(t);
  const { keeperPid, pid } = await launcher.spawn(request(keep, 'exec sleep 60'));
  const gone = Promise.withResolvers<void>();
  const keeper = await KeeperConnection.connect(keep, { grew() {}, ended() {}, gone: gone.resolve });
  const answers = await Promise.all([1, 2, 3].map(() => keeper.status()));
  for (const status of answers) assert.equal(status?.pid, pid);
  await assert.rejects(keeper.closeInput(), { code: 'no_stdin' });
  await assert.rejects(keeper.resize({ cols: 80, rows: 24 }), { code: 'no_terminal' });
  process.kill(keeperPid, 'SIGSTOP');
  const unanswered = keeper.status();
  process.kill(keeperPid, 'SIGKILL');
  await assert.rejects(unanswered, { code: 'gone' });
  await gone.promise;
  await assert.rejects(keeper.status(), { code: 'gone' });
  await untilRefused(keep);

  const commands = commandsOf(program);
  assert.equal((await commands.status(keep))?.state, 'detached');
  const ended = commands.awaitGone(keep, new AbortController().signal);
  assert.deepEqual(await commands.kill(keep, 1000, 'process.kill'), { killed: 1, survivors: [] });
  await ended;
  assert.equal((await commands.status(keep))?.state, 'lost');
});

/** The kernel closes a dead keeper's connections a moment before its listening socket. */
async function untilRefused(keep: string): Promise<void> {
  for (;;) {
    try {
      const keeper = await KeeperConnection.connect(keep, { grew() {}, ended() {}, gone() {} });
      keeper.close();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ECONNREFUSED') return;
      // It was accepted by a socket that was just being closed, or its queue is full of those that were.
      assert.ok(code === 'ECONNRESET' || code === 'EAGAIN', code);
      await sleep(1);
    }
  }
}
