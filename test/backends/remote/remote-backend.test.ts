import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Engine } from '../../../src/engine/engine.ts';
import type { StartRequest } from '../../../src/engine/types.ts';
import { isAlive, TestHome, until } from '../../engine/test-home.ts';
import { Here } from './here.ts';

async function scene(t: TestContext, settings: object = {}) {
  // First: its engine still goes there when it is closed.
  const home = new TestHome(t);
  const here = new Here(t);
  writeFileSync(
    join(home.folder, 'config.json'),
    JSON.stringify({ environments: { there: { type: 'here', ...settings } } }),
    { mode: 0o600 },
  );
  return { here, home, engine: await home.open() };
}

function start(engine: Engine, command: string, more: Partial<StartRequest> = {}) {
  return engine.start({ command, cwd: '', env: {}, environment: 'there', ...more });
}

async function text(engine: Engine, id: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const event of engine.follow(id, { from: 0 })) {
    if (event.type === 'output') chunks.push(event.bytes);
    if (event.type === 'ended') break;
  }
  return Buffer.concat(chunks).toString();
}

test('a command runs there: its folder, variables, output and exit code', async (t) => {
  const { engine, here } = await scene(t, { variables: { COLOUR: 'blue' } });
  const { id, cwd, pid } = await start(engine, 'pwd; echo "$HOME $COLOUR $EXTRA"; exit 3', {
    env: { EXTRA: 'more' },
  });
  assert.equal(cwd, here.home);
  assert.ok(pid);
  const { process } = await engine.wait(id);
  assert.equal(process.life.state === 'exited' && process.life.exit.exitCode, 3);
  assert.equal(await text(engine, id), `${here.home}\n${here.home} blue more\n`);
});

test('what ended and was seen leaves nothing there', async (t) => {
  const { engine, here } = await scene(t);
  const { id } = await start(engine, 'echo done');
  await engine.wait(id);
  const folder = join(here.home, '.local/state/ringback-remote');
  while (existsSync(join(folder, id))) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.match(readdirSync(folder).join(), /^[0-9a-f]{64},hub-[0-9a-f]+-there@[\w.-]+$/);
});

test('input goes there, and a kill takes the whole tree', async (t) => {
  const { engine } = await scene(t);
  const { id } = await start(engine, 'read line; setsid sleep 1000 & sleep 1000 & echo "got $line"; wait', {
    stdin: true,
  });
  await engine.submit(id, 'hello');
  for await (const event of engine.follow(id, { from: 0 })) if (event.type === 'output') break;
  const { status, killed, survivors, process } = await engine.kill(id, { graceMs: 500 });
  assert.equal(status, 'killed');
  assert.ok(killed >= 3, String(killed));
  assert.deepEqual(survivors, []);
  assert.equal(process.life.state, 'exited');
});

test('poll and list tell what the tree of a process there uses', async (t) => {
  const { engine } = await scene(t);
  const { id } = await start(engine, 'sleep 1000 & while :; do :; done');
  const looks = [
    async () => (await engine.poll(id)).process,
    async () => (await engine.withUsage(engine.list()))[0],
  ];
  for (const look of looks)
    await until(async () => {
      const { cpuSeconds = 0, memoryBytes = 0 } = (await look())?.usage ?? {};
      return cpuSeconds > 0.05 && memoryBytes > 100_000;
    }, 'its usage');
});

test('100,000 lines come once and whole over a line that breaks again and again', async (t) => {
  const { engine, here } = await scene(t);
  const { id } = await start(
    engine,
    'for i in $(seq 1 100); do seq $((i * 1000 - 999)) $((i * 1000)); sleep 0.01; done',
  );
  let cuts = 0;
  for await (const event of engine.follow(id, { from: 0 })) {
    if (event.type === 'output' && event.offset > cuts * 50_000) {
      here.cut();
      cuts += 1;
    }
    if (event.type === 'ended') break;
  }
  assert.ok(cuts > 5, String(cuts));
  const { process } = await engine.wait(id);
  assert.equal(process.life.state, 'exited');
  const expected = Array.from({ length: 100_000 }, (_, i) => `${i + 1}\n`).join('');
  assert.equal(await text(engine, id), expected);
});

test('an engine that comes back goes on where the last one ended', async (t) => {
  const { engine, home } = await scene(t);
  const { id } = await start(engine, 'echo one; read line; echo "$line"; exit 5', { stdin: true });
  for await (const event of engine.follow(id, { from: 0 })) if (event.type === 'output') break;
  await engine.close();
  const next = await home.open();
  assert.equal(next.get(id).life.state, 'running');
  await next.submit(id, 'two');
  const { process } = await next.wait(id);
  assert.equal(process.life.state === 'exited' && process.life.exit.exitCode, 5);
  assert.equal(await text(next, id), 'one\ntwo\n');
});

test('what ended while nobody was there is told with all its output', async (t) => {
  const { engine, home } = await scene(t);
  const { id } = await start(engine, 'read line; seq 1 5000; exit 7', { stdin: true });
  await engine.submit(id, 'go');
  await engine.close();
  const next = await home.open();
  const { process } = await next.wait(id);
  assert.equal(process.life.state === 'exited' && process.life.exit.exitCode, 7);
  assert.equal((await text(next, id)).split('\n').length, 5001);
});

test('a place that is gone makes its processes lost, with the reason', async (t) => {
  const { engine, here } = await scene(t);
  const { id, pid } = await start(engine, 'echo before; sleep 1000');
  for await (const event of engine.follow(id, { from: 0 })) if (event.type === 'output') break;
  here.goneBecause = 'The container was stopped.';
  here.cut();
  const { process, output } = await engine.wait(id);
  assert.deepEqual(process.life.state === 'lost' && process.life.note, 'The container was stopped.');
  assert.match(output, /before/);
  globalThis.process.kill(pid ?? 0);
});

test('out of reach is not lost: it says so, and goes on when it is back', async (t) => {
  const { engine, here } = await scene(t);
  const { id } = await start(engine, 'read line; echo "$line"', { stdin: true });
  here.trouble = 'no route to backend';
  here.cut();
  for (;;) {
    const { life } = engine.get(id);
    if (life.state === 'running' && life.note?.includes('no route to backend')) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  here.trouble = undefined;
  await engine.submit(id, 'back');
  const { process } = await engine.wait(id);
  assert.equal(process.life.state, 'exited');
  assert.equal(await text(engine, id), 'back\n');
});

test('a start where nobody answers is an error, and no process', async (t) => {
  const { engine, here } = await scene(t);
  here.trouble = 'connection refused';
  await assert.rejects(start(engine, 'true'), /environment there cannot be reached: connection refused/);
  assert.deepEqual(engine.list(), []);
});

test('a keeper there that was killed leaves its command detached, then lost', async (t) => {
  const { engine } = await scene(t);
  const { id, keeperPid, pid } = await start(engine, 'sleep 1000');
  globalThis.process.kill(keeperPid ?? 0, 'SIGKILL');
  for (;;) {
    const { life } = engine.get(id);
    if (life.state === 'running' && life.detached) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const { survivors, process } = await engine.kill(id, { graceMs: 200 });
  assert.deepEqual(survivors, []);
  assert.equal(process.life.state, 'lost');
  assert.ok(!isAlive(pid ?? 0));
});

test('promise 6: what a lost process left behind there is ended by a kill', async (t) => {
  const { engine } = await scene(t);
  const { id, keeperPid, pid } = await start(engine, 'setsid sleep 1000 & echo up; exec sleep 1000');
  for await (const event of engine.follow(id, { from: 0 })) if (event.type === 'output') break;
  process.kill(keeperPid ?? 0, 'SIGKILL');
  process.kill(pid ?? 0, 'SIGKILL');
  assert.equal((await engine.wait(id)).process.life.state, 'lost');
  const { killed, survivors } = await engine.kill(id, { graceMs: 500 });
  assert.deepEqual({ killed, survivors }, { killed: 1, survivors: [] });
});

test('what could not be started leaves nothing there', async (t) => {
  const { engine, here } = await scene(t);
  for (let i = 0; i < 10; i += 1)
    await assert.rejects(start(engine, 'true', { cwd: '/nowhere' }), /cannot be entered/);
  const left = readdirSync(join(here.home, '.local/state/ringback-remote'));
  assert.deepEqual(
    left.filter((name) => name.startsWith('proc_')),
    [],
  );
});

test('what was started there is known here, though the disk here took no note of it', async (t) => {
  const { engine, home } = await scene(t);
  const id = 'proc_0123456789ab';
  mkdirSync(home.keep(id, 'meta.new'), { recursive: true });
  assert.equal((await start(engine, 'echo here; exit 4', { id })).id, id);
  const { process, output } = await engine.wait(id);
  assert.equal(process.life.state === 'exited' && process.life.exit.exitCode, 4);
  assert.equal(output, 'here\n');
});

for (const when of ['before', 'after'] as const) {
  test(`a line that breaks ${when} a start was sent starts it once`, async (t) => {
    const { engine, here } = await scene(t);
    await engine.wait((await start(engine, 'true')).id);
    here.breakAtStart = when;
    const { id } = await start(engine, 'echo x >> runs; cat runs', { id: 'proc_0123456789ab' });
    // What never arrived is started under another id: the first keep there is claimed for ever.
    assert.equal(id === 'proc_0123456789ab', when === 'after');
    await engine.wait(id);
    assert.equal(await text(engine, id), 'x\n');
    assert.equal((await start(engine, 'false', { id: 'proc_0123456789ab' })).id, id);
  });
}

test('a place that nothing runs in is let go in time, and not before', async (t) => {
  const { engine, here } = await scene(t, { idleStopSeconds: 1 });
  const first = await start(engine, 'sleep 1.5');
  await engine.wait(first.id);
  assert.equal(here.released, 0);
  const second = await start(engine, 'true');
  await engine.wait(second.id);
  assert.ok(await becomes(() => engine.hasIdlePlaces));
  assert.ok(await becomes(() => here.released === 1));
  assert.equal(engine.hasIdlePlaces, false);
});

test('a place that an engine left idle is let go by the next', async (t) => {
  const { engine, here, home } = await scene(t, { idleStopSeconds: 1 });
  await engine.wait((await start(engine, 'true')).id);
  await engine.close();
  assert.equal(here.released, 0);
  const next = await home.open();
  assert.ok(await becomes(() => next.hasIdlePlaces));
  assert.ok(await becomes(() => here.released === 1));
});

test('a process whose environment was taken out of the configuration runs on, and says so', async (t) => {
  const { engine, here, home } = await scene(t);
  const { id } = await start(engine, 'read line; echo "$line"', { stdin: true });
  await engine.close();
  const config = join(home.folder, 'config.json');
  writeFileSync(config, '{}', { mode: 0o600 });
  const next = await home.open();
  const noteOf = () => {
    const { life } = next.get(id);
    return life.state === 'running' ? (life.note ?? '') : life.state;
  };
  assert.ok(await becomes(() => noteOf().includes('no environment "there"')), noteOf());
  writeFileSync(config, JSON.stringify({ environments: { there: { type: 'here' } } }), { mode: 0o600 });
  await next.submit(id, 'back');
  await next.wait(id);
  assert.equal(await text(next, id), 'back\n');
  assert.equal(here.lines, 1);
});

test('what a command left behind is followed, and ended by a kill, from here', async (t) => {
  const { engine } = await scene(t);
  const { id } = await start(engine, '(sleep 0.3; echo late; sleep 1000) & echo early');
  await engine.wait(id);
  const seen: string[] = [];
  for await (const event of engine.follow(id, { from: 0 })) {
    if (event.type === 'output') seen.push(event.bytes.toString());
    if (event.type === 'ended') seen.push('ended');
    if (seen.includes('late\n')) break;
  }
  assert.deepEqual(seen, ['early\n', 'ended', 'late\n']);
  const { status, killed } = await engine.kill(id, { graceMs: 500 });
  assert.equal(status, 'killed');
  assert.ok(killed >= 1);
});

test('another machine of the same name knows nothing: what runs on the first is not lost', async (t) => {
  const { engine, here } = await scene(t);
  here.node = 'login1';
  const { id, pid, keeperPid } = await start(engine, 'sleep 1000');
  const noteOf = () => {
    const { life } = engine.get(id);
    return life.state === 'running' || life.state === 'lost' ? (life.note ?? '') : life.state;
  };
  here.node = 'login2';
  // As seen from login2: nobody answers, and no such process is there.
  process.kill(keeperPid ?? 0, 'SIGSTOP');
  process.kill(pid ?? 0, 'SIGKILL');
  assert.ok(await becomes(() => !isAlive(pid ?? 0)));
  process.kill(keeperPid ?? 0, 'SIGKILL');
  assert.ok(await becomes(() => noteOf().includes('runs on login1, and login2 answered')), noteOf());
  assert.equal(engine.get(id).life.state, 'running');
  here.node = 'login1';
  await engine.wait(id);
  assert.match(noteOf(), /Its keeper was killed/);
});

async function becomes(condition: () => boolean): Promise<boolean> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; ) {
    if (condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}
