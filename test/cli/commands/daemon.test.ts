import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import type { WireHealth } from '../../../src/wire/daemon.ts';
import { CliHome, isAlive, text, until } from '../cli-home.ts';

test('start, status and stop; a second start says that it runs already', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  assert.deepEqual(await home.run(['daemon', 'status']), {
    code: 1,
    stdout: `The daemon for ${home.folder} is not running; it starts when it is needed.\n`,
    stderr: '',
  });
  assert.match(await home.ok('daemon', 'start'), /^started, pid \d+\n$/);
  assert.match(await home.ok('daemon', 'start'), /^already running, pid \d+\n$/);
  assert.match(await home.ok('daemon', 'status'), /0 running/);
  const id = await home.start('--', 'sleep 60');
  const { pid } = await home.client().health();
  assert.match(await home.ok('daemon', 'stop'), /processes still running: 1/);
  assert.equal(isAlive(pid), false, 'it has nothing more to write');
  assert.match(await home.ok('daemon', 'stop'), /not running/);
  assert.equal((await home.client().get(id)).status, 'running');
});

test('promise 16: the socket is for its owner alone', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  await home.ok('daemon', 'start');
  assert.equal(statSync(join(home.folder, 'daemon.sock')).mode & 0o777, 0o600);
  assert.equal(statSync(join(home.folder, 'daemon.log')).mode & 0o777, 0o600);
});

test('run stays in the foreground, a second one is refused, SIGTERM leaves processes running', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const child = home.spawn(['daemon', 'run']);
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  const second = await home.run(['daemon', 'run']);
  assert.equal(second.code, 1);
  assert.match(second.stderr, /Another Ringback already serves/);
  const id = await home.start('--', 'sleep 60');
  const { pid } = await home.client().get(id);
  child.kill('SIGTERM');
  assert.deepEqual(await closed, [0, null]);
  assert.ok(isAlive(pid ?? 0));
  assert.match(
    readFileSync(join(home.folder, 'daemon.log'), 'utf8'),
    /stopping because of SIGTERM, 1 processes keep running/,
  );
});

test('what a killed daemon left behind is cleared away by the next', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  await home.ok('daemon', 'start');
  await home.killDaemon();
  assert.ok(statSync(join(home.folder, 'daemon.sock')).isSocket());
  assert.match(await home.ok('daemon', 'start'), /^started/);
});

test('trap 14: twenty commands at once start one daemon', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => home.json<WireHealth>('daemon', 'start')),
  );
  const pids = new Set(answers.map(([health]) => health?.pid));
  assert.equal(pids.size, 1);
});

test('a daemon leaves when it is idle, not while something runs', async (t) => {
  const home = new CliHome((clean) => t.after(clean), { idleExitSeconds: 1 });
  const id = await home.start('--stdin', '--', 'read x');
  const { pid } = await home.client().health();
  const timedOut = await home.client().wait(id, { timeout: 1.5 });
  assert.equal(timedOut.status, 'timeout');
  assert.ok(isAlive(pid));
  await home.ok('submit', id, '');
  await until(() => !isAlive(pid), 'the idle daemon to leave');
  assert.match(readFileSync(join(home.folder, 'daemon.log'), 'utf8'), /stopping because of idleness/);
  assert.equal((await home.client().get(id)).exit_code, 0);
});

test('its log is cut at a start', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  writeFileSync(join(home.folder, 'daemon.log'), 'x'.repeat(1024 * 1024 + 1));
  await home.ok('daemon', 'start');
  assert.ok(statSync(join(home.folder, 'daemon.log')).size < 1000);
  assert.equal(statSync(join(home.folder, 'daemon.log.1')).size, 1024 * 1024 + 1);
});

test('install writes a user service and says what to do', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const config = mkdtempSync(join(tmpdir(), 'ringback-config-'));
  t.after(() => removeFolder(config));
  const child = home.spawn(['daemon', 'install'], { XDG_CONFIG_HOME: config });
  assert.match(await text(child.stdout), /systemctl --user enable --now ringback/);
  const unit = readFileSync(join(config, 'systemd/user/ringback.service'), 'utf8');
  assert.match(unit, new RegExp(`bin/ringback --home ${home.folder} daemon run --stay$`, 'm'));
});
