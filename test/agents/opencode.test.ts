import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { until } from '../cli/support.ts';
import { whatIsMissing } from '../testbed/install.ts';
import { Opencode, opencode } from '../testbed/opencode.ts';
import { checkRide, notificationsOf, scriptRide } from './rides.ts';
import { look, type Result, resultsIn, Scene, terminal } from './support.ts';

const plugins = [join(import.meta.dirname, '../../plugins/opencode/ringback.ts')];

describe('opencode', { skip: await whatIsMissing(opencode) }, () => {
  test('calls both tools and reads their results', async (t) => {
    const scene = await Scene.open(t);
    const agent = await Opencode.start(scene.undo, scene.model, scene.mcp);
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

  test('with the plugin, tells two sessions of one connection apart', async (t) => {
    const scene = await Scene.open(t);
    const agent = await Opencode.start(scene.undo, scene.model, scene.mcp, { plugins });
    const [one, two] = [await agent.createSession(), await agent.createSession()];
    const started = await startEnded(scene, agent, one, 'FIRST');
    assert.equal(started.delivery, 'next_call');

    const { session_id } = started;
    scene.model.script('SECOND', [
      look({ action: 'list' }),
      look({ action: 'poll', session_id }),
      look({ action: 'log', session_id }),
      look({ action: 'kill', session_id }),
    ]);
    await agent.prompt(two, 'SECOND session');
    const [listed, ...refused] = seenIn(scene, 'SECOND');
    assert.deepEqual(listed?.processes, []);
    for (const result of refused) assert.equal(result.status, 'not_found', JSON.stringify(result));
    assert.deepEqual(notificationsOf([...refused, listed ?? {}]), []);

    scene.model.script('THIRD', [look({ action: 'list' })]);
    await agent.prompt(one, 'THIRD time');
    const [back] = seenIn(scene, 'THIRD').slice(-1);
    assert.equal(back?.processes?.[0]?.session_id, session_id);
    assert.match(notificationsOf([back ?? {}])[0] ?? '', /FIRST-said/);
  });

  test('with the plugin, shows its model a notification that rides on a result', async (t) => {
    const scene = await Scene.open(t);
    const agent = await Opencode.start(scene.undo, scene.model, scene.mcp, { plugins });
    scriptRide(scene, 'RIDE', 'it-rode');
    await agent.prompt(await agent.createSession(), 'RIDE along');
    checkRide(scene, 'RIDE', 'it-rode');
  });

  test('without the plugin, tells nothing to the wrong session, and says so', async (t) => {
    const scene = await Scene.open(t);
    const agent = await Opencode.start(scene.undo, scene.model, scene.mcp);
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
  const command = `echo ${word}-said`;
  scene.model.script(word, [terminal({ command, background: true, notify_on_complete: true })]);
  await agent.prompt(session, `${word} start`);
  await until(async () => (await scene.home.list()).every(({ status }) => status === 'exited'), 'its end');
  const [started] = seenIn(scene, word);
  assert.ok(started);
  return started;
}
