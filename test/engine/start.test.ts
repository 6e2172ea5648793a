import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openEngine } from '../../src/engine/engine.ts';
import { env, exitOf, finish, openTestEngine, run, TestHome, until } from './test-home.ts';

test('a command runs in its folder with exactly its environment and its own id', async (t) => {
  const engine = await openTestEngine(t);
  const { process, output } = await finish(engine, 'pwd; /usr/bin/env', {
    env: { A: '1\n2', SHLVL: '7' },
    cwd: '/usr',
  });
  assert.match(output, /^\/usr\n/);
  assert.match(output, /^A=1\n2$/m);
  assert.match(output, new RegExp(`^RINGBACK_PROCESS_ID=${process.id}$`, 'm'));
  assert.doesNotMatch(output, /^HOME=/m);
});

test('a start is acknowledged with the pid of the running command', async (t) => {
  const engine = await openTestEngine(t);
  const process = await run(engine, 'exec sleep 60');
  assert.equal(process.life.state, 'running');
  assert.deepEqual(engine.get(process.id), process);
  // It is acknowledged once it may go, which is a moment before it is another program.
  await until(() => /sleep/.test(readFileSync(`/proc/${process.pid}/cmdline`, 'utf8')), 'the command');
});

test('promise 17: neither the database nor the keep holds the environment', async (t) => {
  const home = new TestHome(t);
  const engine = await home.open();
  const { id } = await finish(engine, 'true', { env: { ...env, SECRET: 'hunter2-hunter2' } });
  const files = readdirSync(home.folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  assert(files.length >= 5);
  for (const file of files) {
    assert(!readFileSync(join(file.parentPath, file.name)).includes('hunter2'), file.name);
  }
  assert(existsSync(home.keep(id, 'spec')));
});

test('a folder that does not exist is an error that names it, and leaves nothing', async (t) => {
  const home = new TestHome(t);
  const engine = await home.open();
  await assert.rejects(run(engine, 'true', { cwd: '/no/such/folder' }), {
    code: 'no_folder',
    message: /\/no\/such\/folder/,
  });
  assert.deepEqual(engine.list(), []);
  assert.equal(engine.runningCount, 0);
  assert.deepEqual(readdirSync(join(home.folder, 'processes')), []);
});

test('a shell that does not exist is an error that names it, and leaves nothing', async (t) => {
  const engine = await openTestEngine(t);
  await assert.rejects(run(engine, 'true', { shell: '/bin/nosuchshell' }), {
    code: 'no_program',
    message: /nosuchshell/,
  });
  assert.deepEqual(engine.list(), []);
});

for (const [what, bytes] of [
  ['the system takes', 200 * 1024],
  ['the launcher takes', 9 * 1024 * 1024],
] as const)
  test(`a command larger than ${what} is refused with what to do instead`, async (t) => {
    const engine = await openTestEngine(t);
    await assert.rejects(run(engine, `: ${'x'.repeat(bytes)}`), {
      code: 'bad_request',
      message: /too large/,
      hint: /file/,
    });
    assert.deepEqual(engine.list(), []);
  });

test('trap 1: a command that ends at once is ended, with its code', async (t) => {
  const engine = await openTestEngine(t);
  const { exit } = await finish(engine, 'exit 7');
  assert.equal(exit.exitCode, 7);
});

test('trap 2: 300 starts of true, 30 at a time: 300 ended with 0, none lost, none running', async (t) => {
  const engine = await openTestEngine(t, { endedProcesses: 1000 });
  let ended = 0;
  engine.onEnded(() => {
    ended += 1;
  });
  const lane = async () => {
    for (let i = 0; i < 10; i += 1) {
      const { exit } = await finish(engine, 'true');
      assert.equal(exit.exitCode, 0);
    }
  };
  await Promise.all(Array.from({ length: 30 }, lane));
  assert.equal(ended, 300);
  assert.equal(engine.runningCount, 0);
  const states = engine.list().map((process) => exitOf(process).exitCode);
  assert.deepEqual(states, Array(300).fill(0));
});

test('a start that is repeated with its id starts once', async (t) => {
  const engine = await openTestEngine(t);
  const id = 'proc_00112233aabb';
  const [first, second] = await Promise.all([
    run(engine, 'exec sleep 60', { id }),
    run(engine, 'exec sleep 60', { id }),
  ]);
  const third = await run(engine, 'exec sleep 60', { id });
  assert.equal(first.id, id);
  assert.equal(second.pid, first.pid);
  assert.equal(third.pid, first.pid);
  assert.equal(engine.list().length, 1);
});

test('a failed start can be repeated with the same id', async (t) => {
  const engine = await openTestEngine(t);
  const id = 'proc_00112233aabb';
  await assert.rejects(run(engine, 'true', { id, cwd: '/no' }), { code: 'no_folder' });
  assert.equal((await run(engine, 'true', { id })).id, id);
});

test('max_runtime ends the tree and says so', async (t) => {
  const engine = await openTestEngine(t);
  const { exit } = await finish(engine, 'exec sleep 60', { maxRuntimeSeconds: 1 });
  assert.equal(exit.terminationSource, 'max_runtime');
  assert.equal(exit.signal, 'SIGTERM');
});

test('a command that begins with a dash is a command, not an option of the shell', async (t) => {
  const engine = await openTestEngine(t);
  const { output, exit } = await finish(engine, '-x; echo after');
  assert.match(output, /after/);
  assert.equal(exit.exitCode, 0);
});

test('a launcher that dies is replaced', async (t) => {
  const home = new TestHome(t);
  const engine = await home.open();
  await finish(engine, 'true');
  const [launcher] = childrenOf(process.pid).filter((pid) =>
    commandOf(pid).endsWith('ringback-keeper\0launch\0'),
  );
  assert(launcher);
  process.kill(launcher, 'SIGKILL');
  const { exit } = await finish(engine, 'exit 3');
  assert.equal(exit.exitCode, 3);
});

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}

test('a home whose path is too long for a socket address works like any other', async (t) => {
  const home = new TestHome(t);
  const engine = await openEngine({ home: join(home.folder, 'd'.repeat(90), 'e'.repeat(90)) });
  const { id } = await run(engine, 'read x; exit 3', { stdin: true });
  await engine.submit(id, '');
  assert.equal(exitOf((await engine.wait(id)).process).exitCode, 3);
  await engine.close();
});
