import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { FRAME } from '../../src/keeper/frames/frame.ts';
import { encodeRecord, numberField, parseRecord } from '../../src/keeper/frames/record.ts';
import { isAlive, until } from '../engine/test-home.ts';
import { childrenOf, HUB, TestPlace } from './test-hub.ts';

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

test('a keep that was claimed over the hub never starts, and nobody is in it', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const request = place.request('true');
  assert.deepEqual(await hub.run('claim', request.keep), { code: 0, text: 'claimed=1\n' });
  // Whoever did not hear that asks again.
  assert.deepEqual(await hub.run('claim', request.keep), { code: 0, text: 'claimed=1\n' });
  const { type, payload } = await hub.ask(FRAME.SPAWN, request.record);
  assert.equal(type, FRAME.ERROR);
  assert.equal(parseRecord(payload.toString(), '\0').get('code'), 'claimed');
  assert.equal(await hub.untilClosed(hub.open(request.keep)), 'absent');
  assert.equal((await hub.run('remove', request.keep)).code, 0);
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
  const began = performance.now();
  await hub.spawn(request.record);
  const channel = hub.open(request.keep);
  await hub.untilEnded(channel);
  const ms = performance.now() - began;
  assert.equal(channel.text, numbers(499, 0));
  // It gathers for 5 ms: a slow machine prints for longer, and may not be told of more pieces in the same time.
  assert.ok(channel.pieces < ms / 2.5, `${channel.pieces} pieces for 500 lines in ${ms} ms`);
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
  // The best of nine: on a busy machine any of them may have to wait for its turn.
  assert.ok(Math.min(...delays) < 20, `${delays.join(', ')} ms`);
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
