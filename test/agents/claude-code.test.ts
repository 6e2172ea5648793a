import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ClaudeCode, whatClaudeCodeMisses } from '../testbed/claude-code.ts';
import type { Said } from '../testbed/model/types.ts';
import type { Request } from '../testbed/model.ts';
import { checkRide, scriptRide } from './rides.ts';
import { Held, hasEnded, look, resultsIn, Scene, terminal } from './scene.ts';

const skip = await whatClaudeCodeMisses();
const said = 'the-build-is-done';

describe('Claude Code, woken by a task', { skip }, () => {
  test('gets one turn when its command ends', async (t) => {
    const { claude, held, scene } = await startAndGoIdle(t);
    held.end();
    await isWokenOnce(scene, claude);
  });

  test('gets it after the daemon was killed', async (t) => {
    const { claude, held, scene } = await startAndGoIdle(t);
    await scene.home.killDaemon();
    held.end();
    await isWokenOnce(scene, claude);
  });

  test('gets it after the MCP server was killed', async (t) => {
    const { claude, held, scene } = await startAndGoIdle(t);
    await scene.killMcpServer();
    held.end();
    await isWokenOnce(scene, claude);
  });

  test('gets it after the launcher of the MCP server was killed, and it was reconnected', async (t) => {
    const { claude, held, scene } = await startAndGoIdle(t);
    await scene.killMcpServer('launcher');
    held.end();
    // Claude Code starts a server on stdio again only when it is told to.
    await claude.type('/mcp reconnect ringback');
    await isWokenOnce(scene, claude);
  });

  test('gets it after Claude Code was killed, also when the command ended meanwhile', async (t) => {
    const { claude, held, scene, id } = await startAndGoIdle(t);
    await claude.kill();
    held.end();
    await hasEnded(scene.home, id);
    await claude.continue();
    await isWokenOnce(scene, claude);
  });

  test('gets it for a command that outlived its call', async (t) => {
    const { claude, held, scene } = await startAndGoIdle(t, { timeout: 1 });
    held.end();
    await isWokenOnce(scene, claude);
  });

  test('stops a command and is not woken for it', async (t) => {
    const { claude, scene, id } = await startAndGoIdle(t);
    scene.model.script('STOP', [({ said }) => [{ tool: 'TaskStop', input: { task_id: taskIn(said) } }]]);
    await claude.type('STOP it');
    await hasEnded(scene.home, id);
    await claude.idle();
    scene.model.script('LOOK', [look({ action: 'list' }), 'Seen.']);
    await claude.type('LOOK again');
    const next = await scene.model.heard(
      (request) => resultsIn(request).some(({ processes }) => processes),
      'a list',
    );
    assert.deepEqual(resultsIn(next)[0]?.notifications, undefined);
    assert.deepEqual(scene.model.requests.filter(isWake), []);
  });
});

test('claude -p shows its model a notification that rides on a result', { skip }, async (t) => {
  const scene = await Scene.open(t);
  const claude = await ClaudeCode.prepare(scene.undo, scene.model, scene.mcp);
  scriptRide(scene, 'RIDE', 'it-rode');
  await claude.print('RIDE along');
  checkRide(scene, 'RIDE', 'it-rode');
});

async function startAndGoIdle(
  t: TestContext,
  options: object = { background: true, notify_on_complete: true },
) {
  const scene = await Scene.open(t);
  const held = new Held(scene.home, said);
  const claude = await ClaudeCode.prepare(scene.undo, scene.model, scene.mcp);
  await claude.open();
  scene.model.script('BUILD', [terminal({ command: held.command, ...options }), 'It runs.']);
  await claude.type('BUILD it');
  const { news } = await scene.model.heard(({ news }) => news.some(({ by }) => by === 'tool'), 'the result');
  const [id] = /proc_[0-9a-f]{12}/.exec(news[0]?.text ?? '') ?? [];
  assert.ok(id, 'the model knows the id');
  await claude.idle();
  return { scene, held, claude, id };
}

/** Asked once more afterwards, it has had no other turn, and nothing rides on its next call. */
async function isWokenOnce({ model }: Scene, claude: ClaudeCode): Promise<void> {
  const { news } = await model.heard(isWake, 'the turn that it was woken for');
  assert.match(news.map(({ text }) => text).join('\n'), /NOT a message from the user/);
  await claude.idle();
  model.script('LOOK', [look({ action: 'list' }), 'Seen.']);
  await claude.type('LOOK again');
  const next = await model.heard(
    (request) => resultsIn(request).some(({ processes }) => processes),
    'a list',
  );
  assert.deepEqual(resultsIn(next)[0]?.notifications, undefined);
  assert.equal(model.requests.filter(isWake).length, 1);
}

/** Claude Code has an id of its own for the task. */
const taskIn = (said: readonly Said[]): string =>
  /TaskStop with task_id "(\w+)"/.exec(said.map(({ text }) => text).join('\n'))?.[1] ?? '';

const isWake = ({ news }: Request): boolean =>
  news.some(({ by, text }) => by === 'user' && text.includes('<task-notification>') && text.includes(said));
