import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Programs } from '../../src/system/programs.ts';
import { env, TestHome } from '../engine/test-home.ts';
import { until } from '../until.ts';

test('promise 21: one that runs but does not answer in time is ended, and whoever needs it is told', async (t) => {
  const home = new TestHome(t);
  const engine = await home.open();
  const mute = { name: 'mute', socket: 'mute.sock', lock: 'mute.db', prefix: '/v1/mute' };
  const programs = new Programs({
    home: home.folder,
    programs: [{ ...mute, command: () => ['/bin/sleep', '600'] }],
    wakeCommand: [],
    answerMs: 300,
    variables: async () => env,
    report: (error) => t.diagnostic(String(error)),
  });
  t.after(() => programs.close());
  programs.open(engine);
  assert(programs.canLeave);
  const asked = programs.bringUp('mute');
  await until(() => engine.list({ system: 'mute' }).length === 1, 'its start');
  assert(!programs.canLeave, 'a daemon stays for one that is being started');
  assert.equal(engine.runningCount, 0);
  await assert.rejects(asked, { code: 'unreachable', hint: 'Run: ringback doctor' });
  const failed = () => programs.status()[0]?.trouble.startsWith('it ran, but did not answer') === true;
  await until(failed, 'the end of one that does not answer');
  assert(!programs.canLeave, 'nor does it leave while a start is due');
});
