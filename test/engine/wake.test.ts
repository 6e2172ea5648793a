import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exitOf, finish, isAlive, run, TestHome, until } from './test-home.ts';

test('promise 15: a process that ends with no engine there wakes one', async (t) => {
  const home = new TestHome(t);
  const woken = join(home.folder, 'woken');
  const wakeCommand = ['/bin/sh', '-c', `echo woken >> ${woken}`];
  const engine = await home.open({ wakeCommand });
  const { id, pid } = await run(engine, 'exec sleep 60');
  await engine.close();
  process.kill(pid ?? 0, 'SIGTERM');
  await until(() => existsSync(woken), 'the wake command to be run');
  const second = await home.open({ wakeCommand });
  assert.equal(exitOf(second.get(id)).signal, 'SIGTERM');
  await until(() => !isAlive(second.get(id).keeperPid ?? 0), 'the keeper to leave');
});

test('promise 15: an end that the engine has seen wakes nobody, and the keeper leaves', async (t) => {
  const home = new TestHome(t);
  const woken = join(home.folder, 'woken');
  const engine = await home.open({ wakeCommand: ['/bin/sh', '-c', `echo woken >> ${woken}`] });
  const { process } = await finish(engine, 'true');
  await until(() => !isAlive(process.keeperPid ?? 0), 'the keeper to leave');
  assert(!existsSync(woken), existsSync(woken) ? readFileSync(woken, 'utf8') : '');
});
