import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { FRAME } from '../../src/keeper/frame.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { encodeRecord, numberField, parseRecord } from '../../src/keeper/record.ts';
import { isAlive, until } from '../engine/support.ts';
import { childrenOf, HUB, openFilesOf, TestPlace } from './hub-support.ts';

const numbers = (to: number, from = 1) =>
  Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`).join('');

test('two keeps come over one hub, byte by byte, and each end comes after its output', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const first = place.request('seq 1 300000; exit 3');
  const second = place.request('seq 500000 800000; exit 4');
  await Promise.all([hub.spawn(first.record), hub.spawn(second.record)]);
  const [one, two] = [hub.open(first.keep), hub.open(second.keep)];
  await Promise.all([hub.untilEnded(one), hub.untilEnded(two)]);
  assert.equal(one.text, numbers(300_000));
  assert.equal(two.text, numbers(800_000, 500_000));
  assert.equal(one.exit?.get('status'), String(3 << 8));
  assert.equal(two.exit?.get('status'), String(4 << 8));
  assert.equal(String(one.offsetAtEnd), one.exit?.get('offset'));
  for (const channel of [one, two]) hub.toKeeper(channel, FRAME.SEEN, 0);
  assert.equal(await hub.untilClosed(one), 'left');
  assert.equal(await hub.untilClosed(two), 'left');
});

test('who is far behind does not keep the others waiting', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const large = place.request('head -c 40000000 /dev/zero | tr "\\0" x');
  await hub.spawn(large.record);
  await until(() => existsSync(join(large.keep, 'exit')), 'the large one ended');
  const behind = hub.open(large.keep);
  const small = place.request('echo here');
  await hub.spawn(small.record);
  const channel = hub.open(small.keep);
  await hub.untilEnded(channel);
  assert.equal(channel.text, 'here\n');
  assert.equal(behind.exit, undefined, 'the large one was still on its way');
  await hub.untilEnded(behind);
  assert.equal(behind.next, 40_000_000);
});

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

test('200 channels on one hub', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const requests = Array.from({ length: 200 }, (_, i) =>
    place.request(`read x; seq ${i} ${i + 2000}`, [['stdin', true]]),
  );
  await Promise.all(requests.map(({ record }) => hub.spawn(record)));
  const channels = requests.map(({ keep }) => hub.open(keep));
  for (const channel of channels) hub.toKeeper(channel, FRAME.CLOSE_STDIN, 1);
  await Promise.all(channels.map((channel) => hub.untilEnded(channel)));
  channels.forEach((channel, i) => {
    assert.equal(channel.text, numbers(i + 2000, i));
  });
});

test('absent, refused and left are told apart, and an ended keep is told from its files', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  assert.equal(await hub.untilClosed(hub.open('/no/such/keep')), 'absent');
  mkdirSync(place.keep('proc_empty'));
  assert.equal(await hub.untilClosed(hub.open(place.keep('proc_empty'))), 'absent');
  assert.equal(await hub.untilClosed(hub.open('relative')), 'failed');

  const ended = place.request('seq 100; exit 6');
  await hub.spawn(ended.record);
  await until(
    () => existsSync(join(ended.keep, 'exit')) && !existsSync(join(ended.keep, 'control')),
    'it left',
  );
  const told = hub.open(ended.keep, 10);
  assert.equal(await hub.untilClosed(told), 'left');
  assert.equal(told.text, numbers(100).slice(10));
  assert.equal(told.exit?.get('status'), String(6 << 8));

  const killed = place.request('seq 1000; sleep 100');
  const started = await hub.spawn(killed.record);
  const channel = hub.open(killed.keep);
  await hub.until(() => channel.text.endsWith('1000\n'), 'its output');
  process.kill(numberField(started, 'keeper_pid') ?? 0, 'SIGKILL');
  assert.equal(await hub.untilClosed(channel), 'refused');
  assert.equal(channel.exit, undefined);
  assert.equal(await hub.untilClosed(hub.open(killed.keep)), 'refused');
  const { text } = await hub.run('kill', killed.keep, '--grace', '100');
  assert.match(text, /killed=/);
  assert.ok(!isAlive(numberField(started, 'pid') ?? 0));
});

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

test('output behind the end of the command still comes', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const request = place.request('(sleep 0.6; echo late) & echo early');
  await hub.spawn(request.record);
  const channel = hub.open(request.keep);
  await hub.untilEnded(channel);
  assert.equal(channel.text, 'early\n');
  hub.toKeeper(channel, FRAME.SEEN, 0);
  assert.equal(await hub.untilClosed(channel), 'left');
  assert.equal(channel.text, 'early\nlate\n');
});

test('RUN knows status, kill, signal, await and remove, and nothing else', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const request = place.request('sleep 100');
  const started = await hub.spawn(request.record);
  const status = await hub.run('status', request.keep);
  assert.equal(status.code, 0);
  assert.equal(parseRecord(status.text, '\n').get('pid'), started.get('pid'));
  const refused = await hub.run('remove', request.keep);
  assert.equal(refused.code, 1);
  assert.match(refused.text, /its keeper lives/);
  const awaited = hub.run('await', request.keep);
  const killed = await hub.run('kill', request.keep, '--grace', '1000', '--source', 'test');
  assert.match(killed.text, /survivors=\n/);
  assert.equal((await awaited).code, 0);
  await until(() => !existsSync(join(request.keep, 'control')), 'the keeper left');
  assert.deepEqual(await hub.run('remove', request.keep), { code: 0, text: '' });
  assert.ok(!existsSync(request.keep));
  assert.equal((await hub.run('status', request.keep)).code, 1);

  for (const words of [['launch', 'x'], ['spawn', 'x'], ['hub', 'x'], ['attach', '/x'], ['status'], []]) {
    const { type, payload } = await hub.ask(HUB.RUN, encodeRecord(words.map((word) => ['arg', word])));
    assert.equal(type, FRAME.ERROR, words.join(' '));
    assert.equal(parseRecord(payload.toString(), '\0').get('code'), 'bad_request');
  }
});

test('CLOSE ends a RUN and lets go of a channel; the hub goes on', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const request = place.request('sleep 100');
  const started = await hub.spawn(request.record);
  const channel = hub.open(request.keep);
  await hub.until(() => channel.frames.length > 0, 'STATUS');
  const tag = hub.newTag();
  void hub.ask(
    HUB.RUN,
    encodeRecord([
      ['arg', 'await'],
      ['arg', request.keep],
    ]),
    tag,
  );
  await until(() => childrenOf(hub.pid).length === 2, 'await runs');
  hub.send(HUB.CLOSE, tag);
  await until(() => childrenOf(hub.pid).length === 1, 'await is gone');
  const engine = async () => parseRecord((await hub.run('status', request.keep)).text, '\n').get('engine');
  assert.equal(await engine(), '1');
  hub.send(HUB.CLOSE, channel.tag);
  await until(async () => (await engine()) === '0', 'the keeper is alone');
  assert.ok(isAlive(numberField(started, 'pid') ?? 0));
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

test('20 MB of output cost at most 1 % more on the stream, also when printed in small pieces', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  // 8 bytes and a system call each: a frame for each would be four times the output.
  const program =
    'for (let i = 0; i < 100000; i++) require("fs").writeSync(1, String(i).padStart(7, "0") + "\\n")';
  for (const command of [
    'head -c 20000000 /dev/urandom | base64 -w 100 | head -c 20000000',
    `node -e '${program}'`,
  ]) {
    const request = place.request(command);
    const before = hub.received;
    await hub.spawn(request.record);
    const channel = hub.open(request.keep);
    await hub.untilEnded(channel);
    assert.ok(channel.next >= 800_000);
    const spent = hub.received - before;
    const allowed = channel.next >= 20_000_000 ? 1.01 : 1.05;
    assert.ok(
      spent <= channel.next * allowed,
      `${spent} bytes for ${channel.next} in ${channel.pieces} pieces`,
    );
  }
});

test('lines that follow each other closely travel together', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const program = `
    const nap = new Int32Array(new SharedArrayBuffer(4));
    for (let i = 0; i < 500; i++) require('fs').writeSync(1, i + '\\n'), Atomics.wait(nap, 0, 0, 1);`;
  const request = place.request(`node -e "${program}"`);
  await hub.spawn(request.record);
  const channel = hub.open(request.keep);
  await hub.untilEnded(channel);
  assert.equal(channel.text, numbers(499, 0));
  assert.ok(channel.pieces < 250, `${channel.pieces} pieces for 500 lines`);
});

test('a lone line is there at once', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const request = place.request('for i in 1 2 3 4 5 6 7 8 9; do sleep 0.05; date +%s%3N; done');
  await hub.spawn(request.record);
  const channel = hub.open(request.keep);
  const delays: number[] = [];
  for (let i = 1; i <= 9; i++) {
    await hub.until(() => channel.text.split('\n').length > i, `line ${i}`);
    delays.push(Date.now() - Number(channel.text.split('\n')[i - 1]));
  }
  delays.sort((a, b) => a - b);
  assert.ok((delays[4] ?? 99) < 20, `median of ${delays.join(', ')} ms`);
});

test('an idle hub sleeps', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const requests = [place.request('echo up; sleep 100'), place.request('echo up; sleep 100')];
  for (const { record } of requests) await hub.spawn(record);
  const channels = requests.map(({ keep }) => hub.open(keep));
  for (const channel of channels) await hub.until(() => channel.text === 'up\n', 'up');
  const switches = () =>
    /^voluntary_ctxt_switches:\t(\d+)/m.exec(readFileSync(`/proc/${hub.pid}/status`, 'utf8'))?.[1];
  let last = switches();
  await until(async () => {
    const before = last;
    await pause(100);
    last = switches();
    return last === before;
  }, 'it settled');
  const { received } = hub;
  await pause(1500);
  assert.equal(switches(), last);
  assert.equal(hub.received, received);
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
