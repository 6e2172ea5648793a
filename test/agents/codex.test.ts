import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Codex, codex } from '../testbed/codex.ts';
import { whatIsMissing } from '../testbed/install.ts';
import { checkRide, scriptRide } from './rides.ts';
import { look, resultsIn, Scene, terminal } from './scene.ts';

describe('Codex', { skip: await whatIsMissing(codex) }, () => {
  test('calls both tools and reads their results', async (t) => {
    const scene = await Scene.open(t);
    const agent = await Codex.prepare(scene.undo, scene.model, scene.mcp);
    const background = terminal({ command: 'sleep 60', background: true });
    scene.model.script('BOTH', [
      terminal({ command: 'echo $((6*7))-seen' }),
      background,
      look({ action: 'list' }),
    ]);
    await agent.prompt('BOTH of them');
    const [foreground, started, listed] = scene.model.turnsOf('BOTH').flatMap(resultsIn);
    assert.equal(foreground?.output?.trim(), '42-seen');
    assert.equal(started?.status, 'running');
    assert.deepEqual(
      listed?.processes?.map(({ session_id }) => session_id),
      [started?.session_id],
    );
  });

  test('shows its model a notification that rides on a result', async (t) => {
    const scene = await Scene.open(t);
    const agent = await Codex.prepare(scene.undo, scene.model, scene.mcp);
    scriptRide(scene, 'RIDE', 'it-rode');
    await agent.prompt('RIDE along');
    checkRide(scene, 'RIDE', 'it-rode');
  });

  test('has its processes again when a thread is resumed, and not in another thread', async (t) => {
    const scene = await Scene.open(t);
    const agent = await Codex.prepare(scene.undo, scene.model, scene.mcp);
    scene.model.script('START', [terminal({ command: 'sleep 60', background: true })]);
    await agent.prompt('START it');
    const [started] = scene.model.turnsOf('START').flatMap(resultsIn);
    scene.model.script('AGAIN', [look({ action: 'list' })]);
    await agent.promptAgain('AGAIN the same');
    const again = scene.model.turnsOf('AGAIN').flatMap(resultsIn);
    assert.equal(again[0]?.processes?.[0]?.session_id, started?.session_id);
    scene.model.script('OTHER', [look({ action: 'list' })]);
    await agent.prompt('OTHER thread');
    const other = scene.model.turnsOf('OTHER').flatMap(resultsIn);
    assert.deepEqual(other[0]?.processes, []);
  });
});
