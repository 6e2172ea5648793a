import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { exitOf, finish, isAlive, run, TestHome, until, untilPrinted } from './test-home.ts';

test('promise 1: a process does not notice that the engine went; output, stdin and exit code come through', async (t) => {
  const home = new TestHome(t);
  const first = await home.open();
  const { id, pid } = await run(first, 'echo one; read line; echo "got $line"; exit 9', { stdin: true });
  await untilPrinted(first, id, 'one');
  await first.close();
  assert(isAlive(pid ?? 0));
  const second = await home.open();
  assert.equal(second.runningCount, 1);
  assert.equal(second.get(id).pid, pid);
  await second.submit(id, 'hello');
  const { process, output } = await second.wait(id);
  assert.equal(output, 'one\ngot hello\n');
  assert.equal(exitOf(process).exitCode, 9);
});

test('what ended while no engine was there has its real exit code and its whole output', async (t) => {
  const home = new TestHome(t);
  const first = await home.open();
  const { id } = await run(first, 'read line; seq 10000; exit 11', { stdin: true });
  await first.submit(id, 'go');
  await first.close();
  await until(() => existsSync(home.keep(id, 'exit')), 'the exit record');
  const second = await home.open();
  assert.equal(second.runningCount, 0);
  assert.equal(exitOf(second.get(id)).exitCode, 11);
  assert.equal((await second.log(id)).totalLines, 10_000);
  await until(() => !isAlive(second.get(id).keeperPid ?? 0), 'the keeper to leave after SEEN');
});

test('trap 14: a second engine on the same home is refused', async (t) => {
  const home = new TestHome(t);
  const engine = await home.open();
  await assert.rejects(home.open(), { code: 'home_in_use', hint: /daemon stop/ });
  await engine.close();
  await home.open();
});

test('promise 4: a keeper that was killed leaves its command detached: it can be looked at and killed', async (t) => {
  const home = new TestHome(t);
  const engine = await home.open();
  const { id, keeperPid, pid } = await run(
    engine,
    'echo before; trap "" PIPE HUP; while :; do sleep 0.02; done',
    { stdin: true },
  );
  await untilPrinted(engine, id, 'before');
  process.kill(keeperPid ?? 0, 'SIGKILL');
  await until(() => {
    const { life } = engine.get(id);
    return life.state === 'running' && life.detached;
  }, 'detached');
  assert.equal(engine.preview(id, 100), 'before\n');
  await assert.rejects(engine.write(id, Buffer.from('x')), { code: 'detached' });
  const { status, process: killed } = await engine.kill(id);
  assert.equal(status, 'killed');
  assert.equal(killed.life.state, 'lost');
  assert(!isAlive(pid ?? 0));
});

test('promise 3: a detached process that ends by itself is lost, never 0', async (t) => {
  const home = new TestHome(t);
  const engine = await home.open();
  const { id, keeperPid, pid } = await run(engine, 'exec sleep 60');
  process.kill(keeperPid ?? 0, 'SIGKILL');
  await until(() => JSON.stringify(engine.get(id).life).includes('"detached":true'), 'detached');
  await engine.close();
  const second = await home.open();
  assert.deepEqual(JSON.stringify(second.get(id).life).includes('"detached":true'), true);
  process.kill(pid ?? 0, 'SIGTERM');
  const { process: ended } = await second.wait(id);
  assert.equal(ended.life.state, 'lost');
});

test('promise 3: keeper and command both killed while the engine was away: lost', async (t) => {
  const home = new TestHome(t);
  const first = await home.open();
  const { id, keeperPid, pid } = await run(first, 'exec sleep 60');
  await first.close();
  process.kill(keeperPid ?? 0, 'SIGKILL');
  process.kill(pid ?? 0, 'SIGKILL');
  await until(() => !isAlive(pid ?? 0), 'the end of the command');
  const second = await home.open();
  const { life } = second.get(id);
  assert.equal(life.state, 'lost');
  assert.match(life.state === 'lost' ? life.note : '', /not known/);
});

test('a deleted database: running ones are adopted with all their wishes, ended ones are listed', async (t) => {
  const home = new TestHome(t);
  const first = await home.open();
  const ended = await finish(first, 'echo old; exit 2', { session: 's', task: 't' });
  const wishes = {
    session: 's',
    task: 'u',
    notifyOnComplete: true,
    watchPatterns: ['READY'],
    stdin: true,
  } as const;
  const running = await run(first, 'read line; exit 8', wishes);
  await first.close();
  for (const name of ['engine.db', 'engine.db-wal', 'engine.db-shm'])
    rmSync(join(home.folder, name), { force: true });
  const second = await home.open();
  assert.deepEqual(
    second.list().map(({ id }) => id),
    [running.id, ended.id],
  );
  assert.equal(exitOf(second.get(ended.id)).exitCode, 2);
  assert.equal(second.preview(ended.id, 100), 'old\n');
  assert.deepEqual(second.get(running.id), running);
  await second.submit(running.id, '');
  assert.equal(exitOf((await second.wait(running.id)).process).exitCode, 8);
});

test('a corrupt database is set aside and rebuilt from the keeps', async (t) => {
  const home = new TestHome(t);
  const first = await home.open();
  const { id } = await run(first, 'exec sleep 60');
  await first.close();
  writeFileSync(join(home.folder, 'engine.db'), Buffer.alloc(8192, 'garbage'));
  const second = await home.open();
  assert.equal(second.get(id).life.state, 'running');
  assert(readdirSync(home.folder).some((name) => name.startsWith('engine.db.corrupt-')));
});

test('a start that died after its row is forgotten, and can be repeated', async (t) => {
  const home = new TestHome(t);
  const first = await home.open();
  const { id } = await finish(first, 'true', { id: 'proc_000000000001' });
  await first.close();
  // As it is when an engine dies between the row and the keeper: a queued row without a keep.
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(join(home.folder, 'engine.db'));
  database.exec(`UPDATE processes SET state = 'queued', pid = NULL, exit = NULL, ended_at = NULL`);
  database.close();
  removeFolder(home.keep(id));
  const second = await home.open();
  assert.deepEqual(second.list(), []);
  // The keep is claimed against late keepers, so the repeated start gets an id of its own, once.
  const again = await run(second, 'exec sleep 60', { id });
  assert.notEqual(again.id, id);
  assert.deepEqual(await run(second, 'exec sleep 60', { id }), again);
  assert.equal(second.list().length, 1);
});

/** What may happen to a keep's files, and what its process may then be called. */
const damages: [string, (keep: string) => void][] = [
  ['exit cut', (keep) => truncateSync(join(keep, 'exit'), 20)],
  ['exit empty', (keep) => truncateSync(join(keep, 'exit'), 0)],
  ['exit garbage', (keep) => writeFileSync(join(keep, 'exit'), Buffer.from([0, 255, 10, 61, 61, 10]))],
  ['exit missing', (keep) => rmSync(join(keep, 'exit'))],
  [
    'meta garbage and exit missing',
    (keep) => {
      rmSync(join(keep, 'exit'));
      writeFileSync(join(keep, 'meta'), Buffer.alloc(500, 7));
    },
  ],
  [
    'everything missing',
    (keep) => {
      removeFolder(keep);
      mkdirSync(keep);
    },
  ],
  [
    'a folder in place of exit',
    (keep) => {
      rmSync(join(keep, 'exit'));
      mkdirSync(join(keep, 'exit'));
    },
  ],
];
for (const hasRow of [true, false]) {
  test(`promise 3: a damaged keep ${hasRow ? 'with' : 'without'} its row is lost or gone, never a crash or an invented status`, async (t) => {
    const home = new TestHome(t);
    const first = await home.open();
    const ids: string[] = [];
    for (const [name] of damages) ids.push((await finish(first, `echo ${name}`)).id);
    await until(() => ids.every((id) => !isAlive(first.get(id).keeperPid ?? 0)), 'all keepers to leave');
    await first.close();
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(join(home.folder, 'engine.db'));
    database.exec(
      hasRow
        ? `UPDATE processes SET state = 'running', exit = NULL, ended_at = NULL`
        : 'DELETE FROM processes',
    );
    database.close();
    for (const [i, [, damage]] of damages.entries()) damage(home.keep(ids[i] ?? ''));
    const second = await home.open();
    const listed = new Map(second.list().map((process) => [process.id, process.life]));
    for (const [i, [name]] of damages.entries()) {
      const life = listed.get(ids[i] ?? '');
      if (life || hasRow) assert.equal(life?.state, 'lost', name);
      else assert.equal(name, 'everything missing');
      if (life) await second.log(ids[i] ?? '');
    }
    assert.equal(second.runningCount, 0);
  });
}

test('a damaged spec loses the wishes, not the process', async (t) => {
  const home = new TestHome(t);
  const first = await home.open();
  const { id, pid } = await run(first, 'exec sleep 60');
  await first.close();
  rmSync(join(home.folder, 'engine.db'));
  writeFileSync(home.keep(id, 'spec'), '{"command": 5, "cols": -1');
  const second = await home.open();
  const process = second.get(id);
  assert.equal(process.life.state, 'running');
  assert.equal(process.pid, pid);
  assert.match(process.command, /damaged/);
  assert.equal((await second.kill(id)).status, 'killed');
});

test('missing output is a gap, and an index that is garbage is done without', async (t) => {
  const home = new TestHome(t);
  const engine = await home.open();
  const { id, exit } = await finish(engine, 'seq 1000');
  const [segment = ''] = readdirSync(home.keep(id, 'output')).filter((name) => name.endsWith('.log'));
  writeFileSync(home.keep(id, 'output', segment.replace('.log', '.index')), Buffer.alloc(77, 3));
  assert.equal((await engine.log(id, { offset: 499, limit: 1 })).output, '500\n');
  rmSync(home.keep(id, 'output', segment));
  const { gaps, output } = await engine.log(id);
  assert.deepEqual(gaps, [{ from: 0, to: exit.finalOffset }]);
  assert.match(output, /3893 bytes/);
});

test('a keep of which only a copy of the files is left (no socket, no pid) is lost', async (t) => {
  const home = new TestHome(t);
  const first = await home.open();
  const { id } = await run(first, 'echo x; exec sleep 60');
  await untilPrinted(first, id, 'x');
  const copy = 'proc_0123456789ab';
  mkdirSync(home.keep(copy), { mode: 0o700 });
  const meta = readFileSync(home.keep(id, 'meta'), 'utf8')
    .replace(/^start=.*$/m, 'start=1')
    .replaceAll(id, copy);
  writeFileSync(home.keep(copy, 'meta'), meta);
  copyFileSync(home.keep(id, 'spec'), home.keep(copy, 'spec'));
  await first.close();
  const second = await home.open();
  assert.equal(second.get(copy).life.state, 'lost');
  assert.equal((await second.kill(copy)).status, 'already_exited');
  assert.equal(second.get(id).life.state, 'running');
});

test('promise 16: home, keeps and sockets are only for their user', async (t) => {
  const home = new TestHome(t);
  const engine = await home.open();
  const { id } = await run(engine, 'exec sleep 60');
  assert.equal(statSync(home.keep(id)).mode & 0o777, 0o700);
  assert.equal(statSync(home.keep(id, 'control')).mode & 0o777, 0o600);
  assert.equal(statSync(home.keep(id, 'output')).mode & 0o077, 0);
});
