import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { whatIsMissing } from '../testbed/install.ts';
import { Opencode, OpencodeFolder, opencode } from '../testbed/opencode.ts';
import { checkRide, notificationsOf, scriptRide } from './rides.ts';
import { echo, hasEnded, look, type Result, resultsIn, Scene, serversOf, terminal } from './scene.ts';

const plugins = [join(import.meta.dirname, '../../plugins/opencode/ringback.ts')];

const skip = await whatIsMissing(opencode);

describe('opencode with the plugin', { skip }, () => {
  let scene: Scene;
  let folder: OpencodeFolder;
  let agent: Opencode;
  before(async () => {
    scene = await Scene.open();
    folder = await OpencodeFolder.prepare(scene.undo, scene.model, scene.mcp, { plugins });
    agent = await folder.serve();
  });
  after(() => scene.close());

  test('tells two sessions of one connection apart', async () => {
    const [one, two] = [await agent.createSession(), await agent.createSession()];
    const started = await startEnded(scene, agent, one, 'FIRST');
    assert.equal(started.delivery, 'wake');

    const { session_id } = started;
    const refusals = ['poll', 'log', 'wait', 'kill'].map((action) => look({ action, session_id }));
    scene.model.script('SECOND', [look({ action: 'list' }), ...refusals]);
    await agent.prompt(two, 'SECOND session');
    const [listed, ...refused] = seenIn(scene, 'SECOND');
    assert.deepEqual(listed?.processes, []);
    assert.equal(listed?.notifications, undefined);
    assert.deepEqual(
      refused.map(({ status }) => status),
      refusals.map(() => 'not_found'),
    );
    assert.deepEqual(notificationsOf(refused), []);

    scene.model.script('THIRD', [look({ action: 'list' })]);
    await agent.prompt(one, 'THIRD time');
    const back = seenIn(scene, 'THIRD').at(-1);
    assert.equal(back?.processes?.[0]?.session_id, session_id);
    assert.equal(serversOf(scene.home).length, 1);
  });

  test('`opencode run`, which ends with its answer, is shown what rides on its results', async () => {
    scriptRide(scene, 'RIDE', 'it-rode');
    await folder.run('RIDE along');
    checkRide(scene, 'RIDE', 'it-rode');
  });
});

describe('opencode without the plugin', { skip }, () => {
  let scene: Scene;
  let agent: Opencode;
  before(async () => {
    scene = await Scene.open();
    agent = await Opencode.start(scene.undo, scene.model, scene.mcp);
  });
  after(() => scene.close());

  test('calls both tools and reads their results', async () => {
    const background = terminal({ command: 'sleep 60', background: true });
    scene.model.script('BOTH', [
      terminal({ command: 'echo $((6*7))-seen' }),
      background,
      look({ action: 'list' }),
    ]);
    await agent.prompt(await agent.createSession(), 'BOTH of them');
    const [foreground, started, listed] = seenIn(scene, 'BOTH');
    assert.equal(foreground?.output?.trim(), '42-seen');
    assert.equal(started?.status, 'running');
    assert.equal(listed?.processes?.[0]?.session_id, started?.session_id);
  });

  test('tells nothing to the wrong session, and says so', async () => {
    const [one, two] = [await agent.createSession(), await agent.createSession()];
    const started = await startEnded(scene, agent, one, 'FIRST');
    assert.equal(started.delivery, 'none');
    for (const [session, word] of [
      [two, 'SECOND'],
      [one, 'THIRD'],
    ] as const) {
      scene.model.script(word, [look({ action: 'list' })]);
      await agent.prompt(session, `${word} look`);
      assert.deepEqual(notificationsOf(seenIn(scene, word)), []);
    }
  });
});

const seenIn = ({ model }: Scene, word: string): Result[] => model.turnsOf(word).flatMap(resultsIn);

/** Something that was to be notified of and has ended, which the session does not know yet. */
async function startEnded(scene: Scene, agent: Opencode, session: string, word: string): Promise<Result> {
  const command = echo(`${word}-said`);
  scene.model.script(word, [terminal({ command, background: true, notify_on_complete: true })]);
  await agent.prompt(session, `${word} start`);
  const [started] = seenIn(scene, word);
  assert.ok(started?.session_id);
  await hasEnded(scene.home, started.session_id);
  return started;
}
