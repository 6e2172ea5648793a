import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FRAME } from '../../src/keeper/frames/frame.ts';
import { encodeRecord, numberField, parseRecord } from '../../src/keeper/frames/record.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { isAlive, until } from '../engine/test-home.ts';
import { childrenOf, openFilesOf, TestPlace } from './test-hub.ts';

const numbers = (to: number, from = 1) =>
  Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`).join('');

test('after kill -9 of the hub the process goes on, nothing else is left, and a new hub resumes at the offset', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const request = place.request('seq 1 1000; read line; seq 1001 2000; exit 5', [['stdin', true]]);
  const started = await hub.spawn(request.record);
  const channel = hub.open(request.keep);
  await hub.until(() => channel.text.endsWith('1000\n'), 'the first half');
  const waiting = hub.run('await', request.keep).catch(() => {});
  void waiting;
  // `await` of a process whose keeper lives lasts as long as the process.
  await until(() => childrenOf(hub.pid).length === 2, 'launcher and await are there');
  const children = childrenOf(hub.pid);
  const pid = numberField(started, 'pid') ?? 0;
  const keeperPid = numberField(started, 'keeper_pid') ?? 0;
  hub.child.kill('SIGKILL');
  await once(hub.child, 'close');
  await until(() => !children.some(isAlive), 'the children of the hub are gone');
  assert.ok(isAlive(pid) && isAlive(keeperPid));

  const next = place.hub();
  const resumed = next.open(request.keep, channel.next);
  await next.until(() => resumed.frames.length > 0, 'its STATUS');
  assert.equal(resumed.frames[0]?.type, FRAME.STATUS_ANSWER);
  next.toKeeper(resumed, FRAME.STDIN, 9, Buffer.concat([Buffer.alloc(16, 1), Buffer.from('go\n')]));
  await next.untilEnded(resumed);
  assert.equal(channel.text + resumed.text, numbers(2000));
  assert.ok(resumed.frames.some(({ type, tag }) => type === FRAME.OK && tag === 9));
  assert.equal(resumed.exit?.get('status'), String(5 << 8));
});

test('nothing of the hub is open in a keeper or its command: a login that ended can end', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const request = place.request('sleep 100');
  const started = await hub.spawn(request.record);
  const ofHub = [0, 1].map((fd) => readlinkOf(hub.pid, fd));
  for (const key of ['pid', 'keeper_pid']) {
    const files = openFilesOf(numberField(started, key) ?? 0);
    assert.ok(files.length > 0);
    for (const file of ofHub) assert.ok(!files.includes(file), `${key} holds ${file}`);
  }
  // Who waits for the end of the hub's output is not kept waiting by what it started.
  hub.child.stdin.end();
  await once(hub.child, 'close');
});

function readlinkOf(pid: number, fd: number): string {
  return openFilesOf(pid)[fd] ?? '';
}

test('a keeper killed after its last words leaves them to the disk: all of it is sent', async (context) => {
  const place = new TestPlace(context);
  const [hub, other] = [place.hub(), place.hub()];
  const request = place.request('echo one; read x; echo two; sleep 0.2; echo three; sleep 100', [
    ['stdin', true],
  ]);
  const started = await hub.spawn(request.record);
  const [channel, hand] = [hub.open(request.keep), other.open(request.keep)];
  await hub.until(() => channel.text === 'one\n', 'the first line');
  // The keeper tells a hub once that there is more: of the third line this one hears nothing.
  hub.child.kill('SIGSTOP');
  other.toKeeper(hand, FRAME.CLOSE_STDIN, 1);
  await other.until(() => hand.text === 'one\ntwo\nthree\n', 'all is on disk');
  process.kill(numberField(started, 'keeper_pid') ?? 0, 'SIGKILL');
  hub.child.kill('SIGCONT');
  assert.equal(await hub.untilClosed(channel), 'refused');
  assert.equal(channel.text, 'one\ntwo\nthree\n');
});

test('a launcher that was killed is answered for, and another takes its place', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  await hub.spawn(place.request('true').record);
  const [launcher] = childrenOf(hub.pid);
  assert.ok(launcher);
  process.kill(launcher, 'SIGSTOP');
  const lost = hub.ask(FRAME.SPAWN, place.request('sleep 100').record);
  await hub.run('status', '/no/such/keep'); // the request before it has reached the launcher's pipe
  process.kill(launcher, 'SIGKILL');
  const { type, payload } = await lost;
  assert.equal(type, FRAME.ERROR);
  assert.equal(parseRecord(payload.toString(), '\0').get('code'), 'died');
  await hub.spawn(place.request('true').record);
});

test('a start of 6 MB, a broken start, and a request from the future are each answered', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const spec = 'x'.repeat(6_000_000);
  const request = place.request('sleep 100', [['spec', spec]]);
  await hub.spawn(request.record);
  assert.equal(readFileSync(join(request.keep, 'spec'), 'utf8'), spec);
  const missing = await hub.ask(FRAME.SPAWN, encodeRecord([['keep', '/x']]));
  assert.equal(parseRecord(missing.payload.toString(), '\0').get('code'), 'bad_request');
  const empty = await hub.ask(FRAME.SPAWN, '');
  assert.equal(parseRecord(empty.payload.toString(), '\0').get('code'), 'bad_request');
  const unknown = await hub.ask(99, '');
  assert.equal(parseRecord(unknown.payload.toString(), '\0').get('code'), 'unknown_request');
  hub.child.stdin.write(Buffer.alloc(12, 255));
  await once(hub.child, 'close');
});

test('a hub that nobody reads any more leaves, though idle; a hangup or an interrupt is no reason', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const request = place.request('sleep 100');
  const started = await hub.spawn(request.record);
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT'] as const) hub.child.kill(signal);
  assert.equal((await hub.run('status', request.keep)).code, 0);
  const children = childrenOf(hub.pid);
  hub.child.stdout.destroy();
  await once(hub.child, 'exit');
  assert.equal(hub.child.exitCode, 0);
  assert.ok(!children.some(isAlive));
  assert.ok(isAlive(numberField(started, 'pid') ?? 0));
});

test('a reader that does not read stops the hub, and neither memory nor keepers suffer', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const request = place.request('head -c 30000000 /dev/zero | tr "\\0" y');
  await hub.spawn(request.record);
  hub.child.stdout.pause();
  const channel = hub.open(request.keep);
  await until(() => existsSync(join(request.keep, 'exit')), 'the command ended meanwhile');
  const rss = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${hub.pid}/status`, 'utf8'))?.[1]);
  assert.ok(rss < 4_000, `${rss} kB`);
  hub.child.stdout.resume();
  await hub.untilEnded(channel);
  assert.equal(channel.next, 30_000_000);
});

test('a stopped keeper that is written to without end does not stop the others', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const request = place.request('cat >/dev/null', [['stdin', true]]);
  const started = await hub.spawn(request.record);
  const keeperPid = numberField(started, 'keeper_pid') ?? 0;
  const channel = hub.open(request.keep);
  await hub.until(() => channel.frames.length > 0, 'STATUS');
  process.kill(keeperPid, 'SIGSTOP');
  context.after(() => isAlive(keeperPid) && process.kill(keeperPid, 'SIGCONT'));
  for (let seq = 1; seq <= 30; seq++) {
    const write = Buffer.alloc(16 + 60_000, 'z');
    write.writeBigUInt64LE(1n, 0);
    write.writeBigUInt64LE(BigInt(seq), 8);
    hub.toKeeper(channel, FRAME.STDIN, seq, write);
  }
  const refusals = () => channel.frames.filter(({ fields }) => fields.get('code') === 'stdin_full');
  await hub.until(() => refusals().length > 0, 'a refusal');
  await hub.spawn(place.request('true').record);
  process.kill(keeperPid, 'SIGCONT');
  const answers = () => channel.frames.filter(({ type }) => type === FRAME.OK);
  await hub.until(() => answers().length + refusals().length === 30, 'an answer to each');
  assert.ok(answers().length > 0);
  for (const { fields } of answers()) assert.equal(fields.get('accepted'), '60000');
});

test('the hub works without /proc, and when its program is gone', async (context) => {
  const place = new TestPlace(context);
  const copy = join(place.folder, 'ringback-keeper');
  writeFileSync(copy, readFileSync(findKeeperProgram()), { mode: 0o700 });
  if (spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/proc']).status !== 0)
    return context.skip('mounts are not to be had here');
  const wrapper = join(place.folder, 'wrapper');
  const script = `#!/bin/sh\nexec unshare -m sh -c 'mount -t tmpfs none /proc && exec ${copy} hub'\n`;
  writeFileSync(wrapper, script, { mode: 0o700 });
  const hub = place.hub(wrapper);
  const request = place.request('seq 1000');
  await hub.spawn(request.record);
  rmSync(copy);
  const channel = hub.open(request.keep);
  await hub.untilEnded(channel);
  assert.equal(channel.text, numbers(1000));
  assert.equal((await hub.run('status', request.keep)).code, 0);
});

test('a hub takes the place of the one that holds its lock, even if that is stopped, and of no other', async (context) => {
  const place = new TestPlace(context);
  const instead = (name: string) => ['--instead', join(place.folder, name)];
  const other = place.hub(undefined, instead('other'));
  const old = place.hub(undefined, instead('ours'));
  const request = place.request('sleep 1000');
  await old.spawn(request.record);
  await other.run('status', request.keep);
  process.kill(old.pid, 'SIGSTOP');
  const next = place.hub(undefined, instead('ours'));
  assert.match((await next.run('status', request.keep)).text, /state=running/);
  await until(() => old.isOver, 'the end of the old hub');
  assert.equal(other.isOver, false);
  await next.run('kill', request.keep, '--grace', '100');
});
