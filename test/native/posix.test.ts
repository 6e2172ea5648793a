import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish, run, TestHome, untilPrinted } from '../engine/support.ts';
import { builtKeeper } from './build.ts';

const keeperProgram = builtKeeper('ringback-keeper-posix');

test('the plain POSIX keeper runs commands with pipes, stdin and terminals, and kills the group', async (context) => {
  const engine = await new TestHome(context).open({ keeperProgram });
  const ended = await finish(engine, 'seq 20000; exit 3');
  assert.equal(ended.exit.exitCode, 3);
  assert.equal(ended.exit.lines, 20_000);

  const cat = await run(engine, 'cat', { stdin: true });
  await engine.submit(cat.id, 'hello');
  await untilPrinted(engine, cat.id, 'hello');
  await engine.closeInput(cat.id);
  await engine.wait(cat.id);

  const terminal = await finish(engine, 'tty >/dev/null && echo is a terminal', { pty: true });
  assert.match(terminal.output, /is a terminal/);

  const group = await run(engine, 'sleep 100 & sleep 100 & echo up; wait');
  await untilPrinted(engine, group.id, 'up');
  const killed = await engine.kill(group.id);
  assert.equal(killed.status, 'killed');
  assert.deepEqual(killed.survivors, []);
});
