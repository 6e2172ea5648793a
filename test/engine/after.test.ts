import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../src/engine/engine.ts';
import type { Life } from '../../src/engine/types.ts';
import { env, exitOf, isAlive, openTestEngine, run, TestHome, until } from './test-home.ts';

/** Runs until it is told to go, and ends with that code. */
async function gated(engine: Engine, home: string, name: string, code = 0) {
  const gate = join(home, `${name}.gate`);
  const command = `while [ ! -e ${gate} ]; do sleep 0.02; done; echo ${name} >> ${home}/order; exit ${code}`;
  const { id } = await run(engine, command, { name });
  return { id, open: () => writeFileSync(gate, '') };
}

async function lifeAtEnd(engine: Engine, id: string): Promise<Life> {
  return (await engine.wait(id)).process.life;
}

async function noteOfSkipped(engine: Engine, id: string): Promise<string> {
  const life = await lifeAtEnd(engine, id);
  assert.equal(life.state, 'skipped', JSON.stringify(life));
  return 'note' in life ? (life.note ?? '') : '';
}

async function openHome(t: TestContext) {
  const home = new TestHome(t);
  return { home, engine: await home.open() };
}

test('issue 13: one that waits begins when all the others ended well, with its own variables', async (t) => {
  const { home, engine } = await openHome(t);
  const [a, b] = [await gated(engine, home.folder, 'a'), await gated(engine, home.folder, 'b')];
  const asked = Date.now();
  const { id, life, pid } = await run(engine, 'echo "$SECRET"', {
    after: ['a', b.id.slice(0, 12)],
    env: { ...env, SECRET: 'held' },
  });
  assert.deepEqual([life, pid], [{ state: 'queued', waitingFor: [a.id, b.id] }, null]);
  assert.deepEqual(engine.get(id).after, [a.id, b.id]);
  a.open();
  await until(() => {
    const now = engine.get(id).life;
    return now.state === 'queued' && now.waitingFor?.length === 1;
  }, 'only one is left');
  assert.deepEqual(engine.list({ includeEnded: false })[0]?.life, { state: 'queued', waitingFor: [b.id] });
  const opened = Date.now();
  b.open();
  const { process, output } = await engine.wait(id);
  assert.equal(output, 'held\n');
  assert.equal(exitOf(process).exitCode, 0);
  assert.ok(process.pid && process.startedAt >= opened && opened > asked, 'it started when it began');
  assert.deepEqual(process.after, [a.id, b.id]);
});

test('issue 13: what ended well before is not waited for', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'true', { name: 'done' });
  await engine.wait(id);
  const next = await run(engine, 'echo on', { after: ['done', id] });
  assert.equal(next.life.state, 'running');
  assert.equal((await engine.wait(next.id)).output, 'on\n');
});

test('issue 13 (promise 3): one that can never begin ends without a status, and says why', async (t) => {
  const { home, engine } = await openHome(t);
  const failing = await gated(engine, home.folder, 'failing', 3);
  const never = join(home.folder, 'ran');
  const waiting = await run(engine, `touch ${never}`, { after: [failing.id] });
  const further = await run(engine, `touch ${never}`, { after: [waiting.id] });
  failing.open();
  const why = `It never began: ${failing.id} (failing) ended with exit code 3.`;
  assert.equal(await noteOfSkipped(engine, waiting.id), why);
  assert.equal(await noteOfSkipped(engine, further.id), `It never began: ${waiting.id} never began itself.`);
  const late = await run(engine, `touch ${never}`, { after: ['failing'] });
  assert.equal(await noteOfSkipped(engine, late.id), why);
  assert.equal(existsSync(never), false);
  assert.equal(engine.get(late.id).pid, null);
});

test('issue 13: who was killed did not end well, whatever it said at the end', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'trap "exit 0" TERM; echo up; while :; do sleep 0.02; done');
  const waiting = await run(engine, 'echo no', { after: [id] });
  await engine.kill(id);
  assert.match(await noteOfSkipped(engine, waiting.id), /was ended by process\.kill\.$/);
});

test('issue 13: a kill ends one that waits at once, and it never runs', async (t) => {
  const engine = await openTestEngine(t);
  const { id } = await run(engine, 'exec sleep 60');
  const waiting = await run(engine, 'echo no', { after: [id] });
  const { status, survivors, process } = await engine.kill(waiting.id);
  assert.deepEqual([status, survivors], ['killed', []]);
  assert.deepEqual(
    { ...process.life, endedAt: 0 },
    {
      state: 'skipped',
      endedAt: 0,
      note: 'It was ended while it waited for others: it never ran.',
      killedBy: 'process.kill',
    },
  );
  assert.equal((await engine.kill(waiting.id)).status, 'already_exited');
});

test('issue 13: nobody can wait for what does not exist, and so not for himself', async (t) => {
  const engine = await openTestEngine(t);
  const id = 'proc_0123456789ab';
  for (const after of ['proc_ffffffffffff', id, 'nobody'])
    await assert.rejects(run(engine, 'true', { id, name: 'me', after: [after] }), { code: 'not_found' });
  assert.deepEqual(engine.list(), []);
});

test('issue 13: a folder that is missing when it begins is an end with a reason', async (t) => {
  const { home, engine } = await openHome(t);
  const gate = await gated(engine, home.folder, 'gate');
  const cwd = join(home.folder, 'made-later');
  const fails = await run(engine, 'true', { cwd, after: [gate.id] });
  const found = await run(engine, 'pwd', { cwd: home.folder, after: [gate.id] });
  gate.open();
  assert.match(await noteOfSkipped(engine, fails.id), /made-later: /);
  assert.equal((await engine.wait(found.id)).output, `${home.folder}\n`);
});

test('issue 13: a folder that the one before makes is there when it begins', async (t) => {
  const { home, engine } = await openHome(t);
  const cwd = join(home.folder, 'made');
  const maker = await run(engine, `sleep 0.1; mkdir ${cwd}`);
  const { id } = await run(engine, 'pwd', { cwd, after: [maker.id] });
  assert.equal((await engine.wait(id)).output, `${cwd}\n`);
});

test('issue 13: how long it may run counts from its beginning', async (t) => {
  const { home, engine } = await openHome(t);
  const gate = await gated(engine, home.folder, 'gate');
  const { id } = await run(engine, 'exec sleep 60', { after: [gate.id], maxRuntimeSeconds: 1 });
  await new Promise((resolve) => setTimeout(resolve, 1_500)); // longer than it may run
  assert.equal(engine.get(id).life.state, 'queued');
  gate.open();
  const { process } = await engine.wait(id);
  const exit = exitOf(process);
  assert.equal(exit.terminationSource, 'max_runtime');
  assert.ok(exit.endedAt - process.startedAt >= 1_000);
});

test('issue 13: a terminal and its input come with the beginning', async (t) => {
  const { home, engine } = await openHome(t);
  const gate = await gated(engine, home.folder, 'gate');
  const { id } = await run(engine, 'read x; echo "got $x"; tty', { pty: true, after: [gate.id] });
  await assert.rejects(engine.submit(id, 'early'), { code: 'unreachable' });
  gate.open();
  await until(() => engine.get(id).life.state === 'running', 'it begins');
  assert.equal(engine.get(id).pty, true);
  await engine.submit(id, 'late');
  assert.match((await engine.wait(id)).output, /got late\r?\n\/dev\/pts\//);
});

test('issue 13 (promise 1): chain and diamond begin in order, also when engines come and go', async (t) => {
  const { home, engine: first } = await openHome(t);
  const root = await gated(first, home.folder, 'root');
  const say = (name: string) => `echo ${name} >> ${home.folder}/order`;
  const left = await run(first, say('left'), { after: [root.id] });
  const right = await run(first, say('right'), { after: [root.id] });
  const foot = await run(first, say('foot'), { after: [left.id, right.id] });
  const end = await run(first, `cat ${home.folder}/order`, { after: [foot.id] });
  await first.close();
  root.open();
  await until(() => existsSync(home.keep(root.id, 'exit')), 'the end that nobody saw');
  const second = await home.open();
  const { output } = await second.wait(end.id);
  assert.deepEqual(output.split('\n').sort(), ['', 'foot', 'left', 'right', 'root']);
  assert.match(output, /^root\n(left\nright|right\nleft)\nfoot\n$/);
});

test('issue 13: a waiting process survives the loss of the database, and still waits', async (t) => {
  const { home, engine: first } = await openHome(t);
  const gate = await gated(first, home.folder, 'gate');
  const { id } = await run(first, 'echo on', { after: [gate.id] });
  await first.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(home.folder, `engine.db${suffix}`), { force: true });
  const second = await home.open();
  await until(() => {
    const { life } = second.get(id);
    return life.state === 'queued' && life.waitingFor?.[0] === gate.id;
  }, 'it is known what it waits for');
  gate.open();
  assert.equal((await second.wait(id)).output, 'on\n');
});

test('issue 13 (promise 3): when its keeper is killed while it waits, it never ran, and that is said', async (t) => {
  const { home, engine: first } = await openHome(t);
  const gate = await gated(first, home.folder, 'gate');
  const [now, later] = [
    await run(first, 'echo no', { after: [gate.id] }),
    await run(first, 'echo no', { after: [gate.id] }),
  ];
  const killKeeper = (engine: Engine, id: string) => {
    const { keeperPid } = engine.get(id);
    assert.ok(keeperPid && isAlive(keeperPid));
    process.kill(keeperPid, 'SIGKILL');
  };
  killKeeper(first, now.id);
  const why = 'It never began: its keeper was killed while it waited.';
  assert.equal(await noteOfSkipped(first, now.id), why);
  const { keeperPid } = first.get(later.id);
  await first.close();
  process.kill(keeperPid ?? 0, 'SIGKILL');
  const second = await home.open();
  assert.equal(await noteOfSkipped(second, later.id), why);
  gate.open();
});

/** Our own: whoever is asked to start something forks there. */
/** Once those of the tests before, whose engines are closed, have left. */
async function launcherPid(): Promise<number> {
  await until(() => launchers().length === 1, 'one launcher');
  return Number(launchers()[0]);
}

function launchers(): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'latin1')) ?? [];
      return (
        Number(parent) === process.pid &&
        readFileSync(`/proc/${name}/cmdline`, 'latin1').includes('\0launch\0')
      );
    } catch {
      return false;
    }
  });
}

test('issue 13 (promise 15): who ends while a start that waits for him is under way stays, to wake the next engine', async (t) => {
  const { home, engine } = await openHome(t);
  const a = await gated(engine, home.folder, 'a');
  const { keeperPid } = engine.get(a.id);
  const launcher = await launcherPid();
  process.kill(launcher, 'SIGSTOP');
  const starting = run(engine, 'echo on', { after: ['a'] });
  try {
    await until(() => engine.list({}).length === 2, 'its row');
    a.open();
    await engine.wait(a.id);
    // Long enough for a keeper that was told to go.
    await sleep(300);
    assert(keeperPid && isAlive(keeperPid), 'were we killed now, nobody else would come back for it');
  } finally {
    process.kill(launcher, 'SIGCONT');
  }
  assert.equal((await engine.wait((await starting).id)).output, 'on\n');
  await until(() => !isAlive(keeperPid), 'it left');
});

test('issue 13: who is waited for is not forgotten', async (t) => {
  const home = new TestHome(t, { retentionMs: 0, endedProtectionMs: 0 });
  const engine = await home.open();
  const gate = await gated(engine, home.folder, 'gate');
  const done = await run(engine, 'true');
  const waiting = await run(engine, 'echo on', { after: [done.id, gate.id] });
  await engine.wait(done.id);
  const other = await run(engine, 'true');
  await until(() => !engine.list().some(({ id }) => id === other.id), 'others are forgotten');
  assert.equal(engine.get(done.id).life.state, 'exited');
  const ran = engine.wait(waiting.id);
  gate.open();
  assert.equal((await ran).output, 'on\n');
  await until(() => engine.list().length === 0, 'then it is forgotten too');
});
