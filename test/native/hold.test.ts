import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { FRAME } from '../../src/keeper/frames/frame.ts';
import type { Entry } from '../../src/keeper/frames/record.ts';
import { readExit, readMeta } from '../../src/keeper/keep.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { isAlive, until } from '../engine/test-home.ts';
import { TestPlace } from './test-hub.ts';

type Hold = ChildProcessByStdio<null, null, Readable>;

function write(place: TestPlace, command: string, more: readonly Entry[] = []) {
  const { keep, record } = place.request(command, more);
  const file = `${keep}.request`.replace('/processes/', '/');
  writeFileSync(file, record, { mode: 0o600 });
  return { keep, file };
}

function start(file: string, ...more: string[]): Hold {
  return spawn(findKeeperProgram(), ['hold', file, ...more], { stdio: ['ignore', 'ignore', 'pipe'] });
}

async function over(hold: Hold): Promise<{ code: number; said: string }> {
  const [said, [code]] = await Promise.all([text(hold.stderr), once(hold, 'close')]);
  return { code, said };
}

const printed = (keep: string) => {
  const file = join(keep, 'output/0000000000000000.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

test('hold ends with the code of its command, and a signal counts from 128', async (context) => {
  const place = new TestPlace(context);
  for (const [command, code] of [
    ['true', 0],
    ['exit 7', 7],
    ['kill -9 $$', 137],
  ] as const) {
    const { keep, file } = write(place, command);
    assert.deepEqual(await over(start(file)), { code, said: '' });
    assert.ok(!existsSync(file), 'the request is gone');
    assert.ok(readExit(keep));
    assert.ok(!existsSync(join(keep, 'control')), 'the keeper left before hold did');
  }
});

test('what the batch system tells its job the command hears too, unless its request says otherwise', async (context) => {
  const place = new TestPlace(context);
  const { keep, file } = write(place, 'echo "$SLURM_JOB_ID $COLOUR"', [['env', 'COLOUR=of the request']]);
  const env = { SLURM_JOB_ID: '7', COLOUR: 'of the job' };
  const hold = spawn(findKeeperProgram(), ['hold', file], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  assert.equal((await over(hold)).code, 0);
  assert.equal(printed(keep), '7 of the request\n');
});

test('a job that runs again runs nothing', async (context) => {
  const place = new TestPlace(context);
  const { file } = write(place, 'true');
  await over(start(file));
  const said = `ringback-keeper: ${file} is not there: this job has run before, and is not run twice\n`;
  assert.deepEqual(await over(start(file)), { code: 70, said });
});

test('hold takes no request that others could have read, no link, and says why a command did not start', async (context) => {
  const place = new TestPlace(context);
  const open = write(place, 'true');
  chmodSync(open.file, 0o640);
  const refused = await over(start(open.file));
  assert.equal(refused.code, 70);
  assert.match(refused.said, /mode 600/);
  assert.ok(existsSync(open.file));
  const target = write(place, 'true');
  symlinkSync(target.file, `${target.file}.link`);
  assert.match((await over(start(`${target.file}.link`))).said, /is a link/);
  const missing = write(place, 'true', [['cwd', '/x']]);
  writeFileSync(missing.file, readFileSync(missing.file, 'utf8').replace('/bin/bash', '/no/bash'));
  const failed = await over(start(missing.file));
  assert.equal(failed.code, 70);
  assert.match(failed.said, /\/no\/bash: no such file/);
  const { text: status } = await place.hub().run('status', missing.keep);
  assert.match(status, /^refusal=\/no\/bash: no such file/m);
  assert.equal((await place.hub().run('remove', missing.keep)).code, 0);
  assert.ok(!existsSync(missing.keep));
  const broken = write(place, 'true');
  writeFileSync(broken.file, 'arg=/bin/true\0');
  assert.match((await over(start(broken.file))).said, /not complete/);
});

test('SIGTERM ends a command that ignores it, and its exit is written before hold leaves', async (context) => {
  const place = new TestPlace(context);
  const { keep, file } = write(place, 'trap "" TERM; setsid sleep 100 & echo up; sleep 100; sleep 100');
  const hold = start(file, '--grace', '300');
  await until(() => printed(keep) === 'up\n', 'up');
  const meta = readMeta(keep);
  assert.ok(meta);
  const began = Date.now();
  hold.kill('SIGTERM');
  hold.kill('SIGTERM');
  assert.deepEqual(await over(hold), { code: 137, said: '' });
  assert.ok(Date.now() - began >= 290, 'it had its grace');
  assert.equal(readExit(keep)?.terminationSource, 'backend_lost');
  assert.ok(!isAlive(meta.pid) && !isAlive(meta.keeperPid));
});

test('what a batch system sends to every process of a job ends neither hold nor keeper', async (context) => {
  const place = new TestPlace(context);
  const { keep, file } = write(place, 'trap "echo got; exit 9" TERM; echo up; sleep 100 & wait');
  const hold = start(file);
  await until(() => printed(keep) === 'up\n', 'up');
  const meta = readMeta(keep);
  assert.ok(meta && hold.pid);
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGCONT', 'SIGUSR1', 'SIGUSR2', 'SIGXCPU', 'SIGALRM'] as const) {
    process.kill(hold.pid, signal);
    process.kill(meta.keeperPid, signal);
  }
  const end = over(hold);
  for (const pid of [meta.keeperPid, hold.pid, meta.pid]) {
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // Hold was faster: it has ended the command already.
    }
  }
  assert.equal((await end).code, 9);
  // From us, and perhaps from hold before that.
  assert.match(printed(keep), /^up\n(got\n){1,2}$/);
  assert.equal(readExit(keep)?.rawStatus, 9 << 8);
});

test('with an engine connected the keeper of a job stays until its end was seen', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const { keep, file } = write(place, 'read x; exit 3', [['stdin', true]]);
  const hold = start(file);
  // Asked before: it may be over at once.
  const end = over(hold);
  await until(() => existsSync(join(keep, 'control')), 'it runs');
  const channel = hub.open(keep);
  await hub.until(() => channel.frames.length > 0, 'STATUS');
  hub.toKeeper(channel, FRAME.CLOSE_STDIN, 1);
  await hub.untilEnded(channel);
  const { text: status } = await hub.run('status', keep);
  assert.match(status, /state=ended/);
  assert.equal(hold.exitCode, null);
  hub.toKeeper(channel, FRAME.SEEN, 0);
  assert.equal(await hub.untilClosed(channel), 'left');
  assert.equal((await end).code, 3);
});

test('hold stays with a command whose keeper was killed, and does not invent how it ended', async (context) => {
  const place = new TestPlace(context);
  const { keep, file } = write(place, 'sleep 100');
  const hold = start(file);
  await until(() => existsSync(join(keep, 'meta')), 'it runs');
  const meta = readMeta(keep);
  assert.ok(meta);
  process.kill(meta.keeperPid, 'SIGKILL');
  await until(() => !isAlive(meta.keeperPid), 'the keeper is dead');
  assert.equal(hold.exitCode, null);
  process.kill(meta.pid, 'SIGKILL');
  const { code, said } = await over(hold);
  assert.equal(code, 70);
  assert.match(said, /its keeper was killed/);
});

test('promise 3: hold does not end well for a command that never began, whoever is killed', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  for (const isKilled of [false, true]) {
    const { keep, file } = write(place, 'true', [['held_arg', '/bin/true']]);
    const end = over(start(file));
    await until(() => existsSync(join(keep, 'control')), 'it waits');
    const channel = hub.open(keep);
    await hub.until(() => channel.frames.length > 0, 'STATUS');
    hub.toKeeper(channel, FRAME.DROP, 1);
    await hub.untilEnded(channel);
    const [, keeperPid] = /keeper_pid=(\d+)/.exec((await hub.run('status', keep)).text) ?? [];
    if (isKilled) process.kill(Number(keeperPid), 'SIGKILL');
    else hub.toKeeper(channel, FRAME.SEEN, 0);
    assert.equal((await end).code, 70);
  }
});
