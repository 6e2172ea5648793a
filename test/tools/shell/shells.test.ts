/** The wrapper with the real keeper: the row shows the command, and the shell is fed as it should be. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { exitOf, TestHome, untilPrinted } from '../../engine/test-home.ts';
import { Desk } from './shell-desk.ts';

test('a followed command is listed as it was written, knows its id, and moves its session', async (context) => {
  const desk = new Desk(context, '/bin/bash');
  desk.writeStartup('greet() { echo "hello $1"; }');
  const home = new TestHome(context);
  const engine = await home.open();
  const request = desk.request();
  const prepared = await desk.shells.prepare(request);
  const command = 'greet "$RINGBACK_PROCESS_ID"; cd /usr; exit 3';
  await engine.start({ id: request.processId, command, ...prepared });
  const { process, output } = await engine.wait(request.processId);
  assert.equal(output, `hello ${request.processId}\n`);
  assert.equal(process.command, command);
  assert.equal(exitOf(process).exitCode, 3);
  assert.deepEqual(await desk.shells.settle('one', request.processId), { cwd: '/usr' });
  assert.doesNotMatch(readFileSync(home.keep(request.processId, 'spec'), 'utf8'), /eval/);
});

test('a killed command keeps the signal that ended it, and so does one in a terminal', async (context) => {
  const desk = new Desk(context, '/bin/bash');
  const engine = await new TestHome(context).open();
  // One process alone: a shell whose child was killed a moment before it may end by itself first.
  const command = 'echo up; while :; do :; done';
  for (const pty of [false, true]) {
    const request = desk.request({ pty });
    const prepared = await desk.shells.prepare(request);
    await engine.start({ id: request.processId, command, pty, ...prepared });
    await untilPrinted(engine, request.processId, 'up');
    const { process } = await engine.kill(request.processId);
    assert.equal(exitOf(process).exitCode, 143);
    assert.equal(exitOf(process).signal, 'SIGTERM');
  }
});
