import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish, run, TestHome, untilPrinted } from '../engine/test-home.ts';
import { builtKeeper } from './build.ts';
import { TestPlace } from './test-hub.ts';

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

test('the plain POSIX hub starts and carries commands, and runs words', async (context) => {
  const place = new TestPlace(context, keeperProgram);
  const hub = place.hub();
  const request = place.request('seq 20000; exit 3');
  await hub.spawn(request.record);
  const channel = hub.open(request.keep);
  await hub.untilEnded(channel);
  assert.equal(channel.exit?.get('status'), String(3 << 8));
  assert.equal(String(channel.next), channel.exit?.get('offset'));
  assert.match((await hub.run('status', request.keep)).text, /state=ended/);
});
