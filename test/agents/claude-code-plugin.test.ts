import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { isAlive, until } from '../cli/cli-home.ts';
import { ClaudeCode, whatClaudeCodeMisses } from '../testbed/claude-code.ts';
import type { Request } from '../testbed/model.ts';
import { checkRide, scriptRide } from './rides.ts';
import { Held, look, procFile, type Result, resultsIn, Scene, terminal } from './scene.ts';

const skip = await whatClaudeCodeMisses();
const plugin = join(import.meta.dirname, '../../plugins/claude-code');

describe('Claude Code with the plugin', { skip }, () => {
  let scene: Scene;
  let claude: ClaudeCode;

  before(async () => {
    scene = await openScene();
    claude = await openClaude(scene);
  });
  after(() => scene.close());

  test('takes one turn for what it watches for, with the whole text', async () => {
    const { held, id, result } = await watched(scene, claude, 'server-is-up');
    assert.equal(result.delivery, 'wake');
    held.end();
    const ring = await rungOnce(scene, claude, 'server-is-up');
    const told = textIn(ring);
    assert.match(told, /\[SYSTEM NOTIFICATION - NOT USER INPUT\]/);
    assert.match(
      told,
      new RegExp(`Monitor event: "Ringback".*Background process ${id} printed what you`, 's'),
    );
    assert.match(told, /\n\| server-is-up\n.*\n\]<\/event>/s);
  });

  test('hears of an end as a task, and not from the monitor too', async () => {
    const held = new Held(scene.home, 'build-is-done');
    await ask(scene, claude, { command: held.command, notify_on_complete: true });
    held.end();
    await scene.model.heard(
      (request) => /<task-notification>.*build-is-done/s.test(textIn(request)),
      'a task',
    );
    await claude.idle();
    await hasNoMore(scene, claude);
    assert.deepEqual(ringsOf(scene, 'build-is-done'), []);
  });

  test('hears several things that happened during its turn as one', async () => {
    const words = ['first-of-busy', 'second-of-busy', 'third-of-busy'];
    const some = [];
    for (const word of words) some.push(await watched(scene, claude, word));
    const step = new Held(scene.home, 'busy-turn-ends');
    scene.model.script('BUSY', [terminal({ command: step.command, timeout: 40 }), 'Done.']);
    await claude.type('BUSY now');
    for (const { held, id } of some) {
      held.end();
      await until(async () => (await statesOf(scene, id)).includes('delivered'), `${id} to be told`);
    }
    assert.deepEqual(
      words.flatMap((word) => ringsOf(scene, word)),
      [],
    );
    step.end();
    for (const word of words) await scene.model.heard((request) => isRing(request, word), word);
    await claude.idle();
    const rings = words.map((word) => ringsOf(scene, word));
    assert.deepEqual(
      rings.map(({ length }) => length),
      [1, 1, 1],
    );
    // Of the last one Claude Code may not know yet when the step ends: that comes after the turn.
    const [[first], [second]] = rings as [Request[], Request[]];
    assert.ok(first?.news.some(({ by }) => by === 'tool'));
    assert.equal(first, second);
  });

  test('is woken once over a daemon that is killed when told that it arrived', async () => {
    const { held } = await watched(scene, claude, 'over-a-crash');
    const pid = await scene.armDaemon('deliver:before-acknowledge');
    held.end();
    await until(() => !isAlive(pid), 'the daemon to be killed');
    await rungOnce(scene, claude, 'over-a-crash');
  });

  test('is woken after the monitor was killed', async () => {
    const { held } = await watched(scene, claude, 'over-a-kill');
    const [pid = 0] = listenersOf(scene, '--monitor');
    process.kill(pid, 'SIGKILL');
    await until(() => listenersOf(scene, '--monitor').some((other) => other !== pid), 'another monitor');
    held.end();
    await rungOnce(scene, claude, 'over-a-kill');
  });

  test('killed, is woken when it is back, for what happened meanwhile', async () => {
    const { held, id } = await watched(scene, claude, 'while-away');
    await claude.kill();
    await until(() => listenersOf(scene).length === 0, 'the monitor to go with it');
    held.end();
    await until(async () => (await statesOf(scene, id)).includes('pending'), 'the match');
    await claude.continue();
    await rungOnce(scene, claude, 'while-away');
  });

  test('after /clear hears of what it starts, and no more of what was started before', async () => {
    const old = await watched(scene, claude, 'before-clear');
    const key = currentKey(scene);
    await claude.type('/clear');
    await until(() => currentKey(scene) !== key, 'another session');
    old.held.end();
    await until(async () => (await statesOf(scene, old.id)).includes('suppressed'), 'the match');
    const { held } = await watched(scene, claude, 'after-clear');
    held.end();
    await rungOnce(scene, claude, 'after-clear');
    assert.deepEqual(ringsOf(scene, 'before-clear'), []);
  });
});

describe('Claude Code with the plugin, several at once', { skip }, () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
  });
  after(() => scene.close());

  test('each hears of its own commands', async () => {
    const agents = await Promise.all([openClaude(scene), openClaude(scene)]);
    const startThree = async (claude: ClaudeCode, index: number) => {
      const own = [];
      for (const word of ['red', 'green', 'blue'].map((colour) => `${colour}-of-${index}`))
        own.push({ word, ...(await watched(scene, claude, word)) });
      return own;
    };
    const started = (await Promise.all(agents.map(startThree))).flat();
    for (const { held } of started) held.end();
    for (const { word } of started) await scene.model.heard((request) => isRing(request, word), word);
    for (const claude of agents) await claude.idle();
    for (const { word, id } of started) {
      const rings = ringsOf(scene, word);
      assert.equal(rings.length, 1, word);
      // Whoever was told had started it: the result of that call is in its conversation.
      const said = rings[0]?.said ?? [];
      assert.ok(
        said.some(({ by, text }) => by === 'tool' && text.includes(id)),
        word,
      );
    }
  });

  test('a monitor that is killed before it could say that it told tells again: twice, never not', async () => {
    const claude = await openClaude(scene, { RINGBACK_ENGINE_FAILPOINT: 'inbox:before-acknowledge:2' });
    const calm = await watched(scene, claude, 'told-in-peace');
    calm.held.end();
    await rungOnce(scene, claude, 'told-in-peace');
    const { held, id } = await watched(scene, claude, 'told-again');
    held.end();
    // Claude Code may hand on both as one: when the first is still on its way to the model.
    await until(() => timesTold(scene, 'told-again') === 2, 'it to be told again');
    await until(async () => (await statesOf(scene, id)).includes('delivered'), 'it to be acknowledged');
    await claude.idle();
    assert.equal(timesTold(scene, 'told-again'), 2);
  });
});

describe('Claude Code with the plugin where there are no monitors', { skip }, () => {
  let scene: Scene;
  let claude: ClaudeCode;
  before(async () => {
    scene = await openScene();
    const { env, folder } = withoutMonitors(scene);
    claude = await openClaude(scene, env, folder);
  });
  after(() => scene.close());

  test('is woken by the hook, again and again, one copy of which listens', async () => {
    for (const word of ['one', 'two', 'three'].map((count) => `by-hook-${count}`)) {
      const { held } = await watched(scene, claude, word);
      await until(() => listenersOf(scene).length === 1, 'the hook to listen');
      held.end();
      const { news } = await rungOnce(scene, claude, word);
      assert.match(news.map(({ text }) => text).join(), /Stop hook/);
    }
    await until(() => listenersOf(scene).length === 1, 'one copy of the hook');
  });

  test('hears during a turn, or after it, what happened in it', async () => {
    const { held, id } = await watched(scene, claude, 'hook-while-busy');
    await until(() => listenersOf(scene).length === 1, 'the hook to listen');
    const step = new Held(scene.home, 'hook-step-ends');
    scene.model.script('BUSY', [terminal({ command: step.command, timeout: 40 }), 'Done.']);
    await claude.type('BUSY now');
    await scene.model.heard((request) => textIn(request).includes('BUSY now'), 'the busy turn');
    held.end();
    // Not by its end: a copy that the last stop started may take over.
    await until(async () => (await statesOf(scene, id)).includes('delivered'), 'the hook to tell');
    step.end();
    await rungOnce(scene, claude, 'hook-while-busy');
  });

  test('killed, is woken when it is back and has had a turn', async () => {
    const { held, id } = await watched(scene, claude, 'hook-while-away');
    await claude.kill();
    await until(() => listenersOf(scene).length === 0, 'the hook to go with it');
    held.end();
    await until(async () => (await statesOf(scene, id)).includes('pending'), 'the match');
    await claude.continue();
    scene.model.script('HELLO', ['Hello.']);
    await claude.type('HELLO again');
    await rungOnce(scene, claude, 'hook-while-away');
  });
});

test('Claude Code accepts the plugin, and this package as a marketplace that has it', { skip }, async (t) => {
  const scene = await Scene.open(t);
  const claude = await ClaudeCode.prepare(scene.undo, scene.model, scene.mcp);
  const root = join(plugin, '../..');
  for (const folder of [plugin, root]) await claude.run('plugin', 'validate', folder);
  await claude.run('plugin', 'marketplace', 'add', root);
  await claude.run('plugin', 'install', 'ringback@ringback');
  assert.match(await claude.run('plugin', 'list'), /ringback@ringback\s+Version: .*enabled/s);
});

test('claude -p with the plugin hears with its next call, and ends with its answer', { skip }, async (t) => {
  const scene = await Scene.open(t);
  const added = { plugin, env: scene.mcp.env };
  const claude = await ClaudeCode.prepare(scene.undo, scene.model, added);
  scriptRide(scene, 'RIDE', 'it-rode');
  await claude.print('RIDE along');
  checkRide(scene, 'RIDE', 'it-rode');
});

async function openScene(): Promise<Scene> {
  const scene = await Scene.open();
  scene.undo(() => until(() => listenersOf(scene).length === 0, 'the end of what listened'));
  return scene;
}

async function openClaude(
  scene: Scene,
  env: Readonly<Record<string, string>> = {},
  folder = plugin,
): Promise<ClaudeCode> {
  const added = { plugin: folder, env: { ...scene.mcp.env, ...env } };
  const claude = await ClaudeCode.prepare(scene.undo, scene.model, added);
  await claude.open();
  return claude;
}

/** As a version without monitors sees it, and as Claude Code copies it: Ringback is where programs are. */
function withoutMonitors(scene: Scene): { readonly folder: string; readonly env: { readonly PATH: string } } {
  const top = mkdtempSync(join(tmpdir(), 'ringback-plugin-'));
  scene.undo(() => removeFolder(top));
  const folder = join(top, 'copy');
  cpSync(plugin, folder, { recursive: true });
  removeFolder(join(folder, 'monitors'));
  symlinkSync(scene.mcp.command, join(top, 'ringback'));
  return { folder, env: { PATH: `${top}:${process.env.PATH}` } };
}

/** A command that goes on after it has printed `word`, and whoever watches for it. */
async function watched(scene: Scene, claude: ClaudeCode, word: string) {
  const held = new Held(scene.home, word);
  const result = await ask(scene, claude, { command: `${held.command}; sleep 1000`, watch_patterns: [word] });
  return { held, result, id: result.session_id ?? '' };
}

let asked = 0;

/** Has the model start a command in the background, and waits for the end of that turn. */
async function ask(scene: Scene, claude: ClaudeCode, input: object): Promise<Result> {
  const word = `START-${++asked}-NOW`;
  scene.model.script(word, [terminal({ background: true, ...input }), 'It runs.']);
  await claude.type(word);
  const isAnswered = ({ said, news }: Request): boolean =>
    said.some(({ by, text }) => by === 'user' && text.includes(word)) && news.some(({ by }) => by === 'tool');
  const heard = await scene.model.heard(isAnswered, 'the result');
  await claude.idle();
  return resultsIn(heard)[0] ?? {};
}

const textIn = ({ news }: Request): string => news.map(({ text }) => text).join('\n');

/** Told by the monitor or the hook, be it as a turn of its own or during one. */
function isRing({ news }: Request, word: string): boolean {
  return news.some(
    ({ by, text }) => by !== 'tool' && /<event>|Stop hook/.test(text) && text.includes(`\n| ${word}\n`),
  );
}

const ringsOf = ({ model }: Scene, word: string): readonly Request[] =>
  model.requests.filter((request) => isRing(request, word));

function timesTold(scene: Scene, word: string): number {
  const texts = ringsOf(scene, word).flatMap(({ news }) => news.filter(({ by }) => by !== 'tool'));
  return texts.reduce((sum, { text }) => sum + text.split(`\n| ${word}\n`).length - 1, 0);
}

async function rungOnce(scene: Scene, claude: ClaudeCode, word: string): Promise<Request> {
  const ring = await scene.model.heard((request) => isRing(request, word), word);
  await claude.idle();
  await hasNoMore(scene, claude);
  assert.equal(ringsOf(scene, word).length, 1);
  return ring;
}

/** Nothing is left to be told, be it riding on a result. */
async function hasNoMore(scene: Scene, claude: ClaudeCode): Promise<void> {
  const after = scene.model.requests.length;
  scene.model.script('LOOK', [look({ action: 'list' }), 'Seen.']);
  await claude.type('LOOK again');
  const isList = (request: Request): boolean => resultsIn(request).some(({ processes }) => processes);
  const next = await scene.model.heard(isList, 'a list', { after });
  assert.deepEqual(resultsIn(next)[0]?.notifications, undefined);
  await claude.idle();
}

async function statesOf(scene: Scene, process: string): Promise<readonly string[]> {
  return (await scene.home.client().notifications.history({ process })).map(({ state }) => state);
}

/** What listens for Claude Code: `ringback inbox` of a monitor or a hook. */
function listenersOf({ home }: Scene, way: '--monitor' | '--once' | 'inbox' = 'inbox'): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isAlive(pid))
    .filter((pid) => {
      const words = procFile(pid, 'cmdline');
      return (
        words.some((word) => word.endsWith('/dist/cli.js')) &&
        words.includes(way) &&
        procFile(pid, 'environ').includes(`RINGBACK_HOME=${home.folder}`)
      );
    });
}

/** The conversation that the monitor listens for, as the hook wrote it down. */
function currentKey(scene: Scene): string {
  const [pid = 0] = listenersOf(scene, '--monitor');
  const name = 'RINGBACK_SESSION_FILE=';
  const file = procFile(pid, 'environ').find((entry) => entry.startsWith(name));
  return readFileSync(file?.slice(name.length) ?? '', 'utf8');
}
