import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exitOf, finish, openTestEngine, run, untilPrinted } from './test-home.ts';

test('half of a UTF-8 character, later the other half: one correct character', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, "printf '\\xc3'; read go; printf '\\xa4\\n'", { stdin: true });
  await untilPrinted(engine, id, '\xc3');
  const half = await engine.poll(id);
  assert.equal(half.outputPreview, '');
  await engine.submit(id, 'go');
  await engine.wait(id);
  assert.equal((await engine.log(id)).output, 'ä\n');
  assert.equal((await engine.poll(id, { cursor: half.cursor })).outputPreview, 'ä\n');
});

test('echo x > /dev/stderr in the middle loses nothing', async (t) => {
  const engine = await openTestEngine(t);
  const { output } = await finish(engine, 'echo before; echo x > /dev/stderr; echo after');
  assert.equal(output, 'before\nx\nafter\n');
});

test('trap 4: a command that closes its stdout and goes on is still running, and can be killed', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'echo bye; exec >&- 2>&-; sleep 60');
  const events: string[] = [];
  const waited = await engine.wait(id, { timeoutMs: 300 });
  assert.equal(waited.status, 'timeout');
  assert.equal(engine.get(id).life.state, 'running');
  const killed = await engine.kill(id);
  assert.equal(killed.status, 'killed');
  assert.equal(exitOf(killed.process).signal, 'SIGTERM');
  assert.deepEqual(events, []);
});

test('promise 2: output that goes through a pipeline of its own is complete at the end', async (t) => {
  const engine = await openTestEngine(t);
  const { id, exit } = await finish(engine, 'exec > >(sed -u s/x/y/ | cat); seq 200000');
  const { totalLines, output } = await engine.log(id, { offset: 199_999, limit: 5 });
  assert.equal(totalLines, 200_000);
  assert.equal(output, '200000\n');
  assert.equal(exit.lines, 200_000);
});

test('promise 7: every byte keeps its offset, and what is gone is named', async (t) => {
  const engine = await openTestEngine(t);
  const { id, exit } = await finish(engine, 'seq -w 200000', { logLimitBytes: 512 * 1024 });
  assert.equal(exit.finalOffset, 1_400_000);
  const { gaps, showing, totalLines } = await engine.log(id, { offset: 0, limit: 200_000 });
  assert.equal(totalLines, 200_000);
  assert.equal(gaps.length, 1);
  assert.equal(showing.last, 200_000);
  let seen = 0;
  for await (const event of engine.readRaw(id, { from: 0, to: exit.finalOffset })) {
    if (event.type === 'output') {
      const aligned = event.bytes.subarray((7 - (event.offset % 7)) % 7);
      const first = Number(aligned.subarray(0, 6));
      assert.equal(first, Math.ceil(event.offset / 7) + 1);
      seen += event.bytes.length;
    } else if (event.type === 'gap') {
      assert.deepEqual({ from: event.from, to: event.to }, gaps[0]);
      seen += event.to - event.from;
    }
  }
  assert.equal(seen, 1_400_000);
});

test('log by lines, tail, cursor and time', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'seq 1000; read go; echo more', { stdin: true });
  await untilPrinted(engine, id, '\n1000\n');
  const tail = await engine.log(id);
  assert.deepEqual(tail.showing, { first: 800, last: 1000 });
  assert.match(tail.output, /^801\n.*\n1000\n$/s);
  assert.equal((await engine.log(id, { offset: 0, limit: 2 })).output, '1\n2\n');
  assert.equal((await engine.log(id, { offset: 499, limit: 1 })).output, '500\n');
  assert.match((await engine.log(id, { since: Date.now() - 3_600_000 })).output, /^1\n2\n/);
  await engine.submit(id, '');
  await engine.wait(id);
  const fresh = await engine.log(id, { cursor: tail.cursor });
  assert.equal(fresh.output, 'more\n');
  assert.deepEqual(fresh.showing, { first: 1000, last: 1001 });
  assert.equal((await engine.log(id, { cursor: fresh.cursor })).output, '');
  await assert.rejects(engine.log(id, { cursor: 'x' }), { code: 'bad_request' });
});

test('follow gives everything, then the end, then stops', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'for i in 1 2 3; do echo $i; sleep 0.05; done; exit 4');
  let text = '';
  let code: number | undefined;
  for await (const event of engine.follow(id, { from: 0 })) {
    if (event.type === 'output') text += event.bytes;
    if (event.type === 'ended') code = exitOf(event.process).exitCode;
  }
  assert.equal(text, '1\n2\n3\n');
  assert.equal(code, 4);
});

test('follow ends quietly when its signal is aborted, and the process runs on', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'echo one; sleep 60');
  const stop = new AbortController();
  for await (const event of engine.follow(id, { from: 0, signal: stop.signal })) {
    assert.equal(event.type, 'output');
    stop.abort();
  }
  assert.equal(engine.get(id).life.state, 'running');
});

test('many followers of one process each get every byte', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'read go; seq 20000', { stdin: true });
  const follow = async () => {
    let bytes = 0;
    for await (const event of engine.follow(id, { from: 0 }))
      if (event.type === 'output') bytes += event.bytes.length;
    return bytes;
  };
  const followers = Array.from({ length: 10 }, follow);
  await engine.submit(id, '');
  assert.deepEqual(await Promise.all(followers), Array(10).fill(108_894));
});

test('trap 13: uptime and idle time stop at the end', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await finish(engine, 'echo x; sleep 1');
  const first = await engine.poll(id);
  await engine.wait((await run(engine, 'sleep 0.2')).id);
  const second = await engine.poll(id);
  assert.equal(second.uptimeSeconds, first.uptimeSeconds);
  assert.equal(second.idleSeconds, first.idleSeconds);
  assert(first.uptimeSeconds >= 1 && first.uptimeSeconds < 60);
});

test('promise 8: the tail, the middle and what is new of a large log cost what they show', async (t) => {
  const engine = await openTestEngine(t, { homeLogBytes: 2 ** 33 });
  const { id } = await finish(engine, 'seq 20000000', { logLimitBytes: 2 ** 30 });
  const end = engine.end(id);
  assert.equal(end, 168_888_897);
  const requests = [{}, { offset: 10_000_000, limit: 200 }, { cursor: String(end - 2000) }];
  for (const request of requests) {
    const times: number[] = [];
    for (let i = 0; i < 9; i += 1) {
      const began = process.cpuUsage();
      assert.notEqual((await engine.log(id, request)).output, '');
      const { user, system } = process.cpuUsage(began);
      times.push((user + system) / 1000);
    }
    // The best of nine, in processor time: others use the machine too. Reading all of it takes ten times as long.
    assert(Math.min(...times) < 60, `${JSON.stringify(request)}: ${times.map((ms) => ms.toFixed(1))} ms`);
  }
});
