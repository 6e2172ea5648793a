import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { until } from '../cli/cli-home.ts';
import type { AcpEditor } from '../testbed/acp-editor.ts';
import { GeminiCli, geminiCli } from '../testbed/gemini-cli.ts';
import { whatIsMissing } from '../testbed/install.ts';
import type { Request } from '../testbed/model.ts';
import { opencode } from '../testbed/opencode.ts';
import { startOpencodeAcp } from '../testbed/opencode-acp.ts';
import { echo, Held, hasEnded, type Result, resultsIn, Scene, terminal } from './scene.ts';

const launcher = join(import.meta.dirname, '../../bin/ringback');

// Both before the first test: it would begin while the second is being installed, and the rest of this file is not there.
const skip = await whatIsMissing(geminiCli);
const skipOpencode = await whatIsMissing(opencode);

describe('Gemini CLI, hosted by ringback acp', { skip }, () => {
  let scene: Scene;
  let gemini: GeminiCli;
  let editor: AcpEditor;
  const start = (): Promise<AcpEditor> => gemini.start([launcher, '--home', scene.home.folder, 'acp', '--']);
  before(async () => {
    scene = await Scene.open();
    gemini = await GeminiCli.prepare(scene.undo, scene.model);
    editor = await start();
  });
  after(() => scene.close());

  test('starts a command in the background, is idle, and takes one turn with the news', async () => {
    const session = await editor.newSession(gemini.folder.work);
    const held = new Held(scene.home, 'FIRST-said');
    scene.model.script('FIRST', [ring(held.command), 'I am waiting.', 'Thank you.']);
    await editor.prompt(session, 'FIRST start');
    const [started] = resultsOf(scene, 'FIRST');
    assert.equal(started?.delivery, 'wake');

    held.end();
    await editor.heard(({ text }) => text === 'Thank you.', 'the turn');
    await areTold(scene, session, 1);
    const [turn, ...others] = newsOf(scene, 'FIRST', 'FIRST-said');
    assert.deepEqual(others, []);
    assert.match(turn ?? '', /completed normally \(exit code 0\).*\| FIRST-said/s);
    // The user sees what the agent was told, and nothing of a request that the editor did not make.
    assert.ok(editor.updates.some(({ kind, text }) => kind === 'user_message_chunk' && text === turn));
    assert.deepEqual(editor.strays, []);
  });

  test('is given one turn when the daemon is killed before it knows that it was taken', async () => {
    const session = await editor.newSession(gemini.folder.work);
    const { pid } = await scene.home.client().health();
    scene.model.script('SECOND', [
      ring(echo('SECOND-said')),
      'I am waiting.',
      () => {
        process.kill(pid, 'SIGKILL');
        return 'Thank you.';
      },
    ]);
    await editor.prompt(session, 'SECOND start');
    await areTold(scene, session, 1);
    assert.notEqual((await scene.home.client().health()).pid, pid);
    // Whatever the next daemon would say again stands before this in its line.
    scene.model.script('SECONDS', ['Hello.']);
    await scene.home
      .client()
      .notifications.notify(`gemini-cli:${session}`, { type: 'note', text: 'SECONDS' });
    await areTold(scene, session, 2);
    assert.equal(newsOf(scene, 'SECOND', 'SECOND-said').length, 1);
  });

  test('hears after its turn what came while it was busy, all at once', async () => {
    const session = await editor.newSession(gemini.folder.work);
    const held = new Held(scene.home, 'THIRD-said');
    const asks = Promise.withResolvers<void>();
    const may = Promise.withResolvers<void>();
    editor.mayAllow = async ({ toolCall }) => {
      if (!JSON.stringify(toolCall).includes('busy.txt')) return;
      asks.resolve();
      await may.promise;
    };
    scene.model.script('THIRD', [
      [...ring(held.command), ...ring(held.command)],
      [{ tool: 'write_file', input: { file_path: join(gemini.folder.work, 'busy.txt'), content: 'x' } }],
      'I was busy.',
      'Thank you.',
    ]);
    const answer = editor.prompt(session, 'THIRD start');
    await asks.promise;
    held.end();
    for (const { session_id } of resultsOf(scene, 'THIRD')) await hasEnded(scene.home, session_id ?? '');
    may.resolve();
    await answer;
    await areTold(scene, session, 2);
    const [turn, ...others] = newsOf(scene, 'THIRD', 'THIRD-said');
    assert.equal(turn?.match(/\| THIRD-said/g)?.length, 2);
    assert.deepEqual(others, []);
  });

  test('tells two sessions of three processes each only of their own', async () => {
    const words = ['FOURTH', 'FIFTH'];
    const sessions = [
      await editor.newSession(gemini.folder.work),
      await editor.newSession(gemini.folder.work),
    ];
    for (const word of words) {
      const calls = [1, 2, 3].flatMap((number) => ring(`sleep 0.${number}; ${echo(`${word}-${number}`)}`));
      scene.model.script(word, [calls]);
    }
    await Promise.all(words.map((word, at) => editor.prompt(sessions[at] ?? '', `${word} start`)));
    for (const session of sessions) await areTold(scene, session, 3);
    for (const word of words) {
      const told = newsOf(scene, word, 'Background process').join();
      const other = words.find((one) => one !== word);
      for (const number of [1, 2, 3]) assert.equal(told.split(`| ${word}-${number}`).length, 2);
      assert.doesNotMatch(told, new RegExp(`\\| ${other}-`));
    }
  });

  test('was killed when the command ended, and hears of it when the editor loads the session', async () => {
    const session = await editor.newSession(gemini.folder.work);
    const held = new Held(scene.home, 'SIXTH-said');
    scene.model.script('SIXTH', [ring(held.command), 'I am waiting.', 'Thank you.']);
    await editor.prompt(session, 'SIXTH start');
    const [started] = resultsOf(scene, 'SIXTH');
    process.kill(editor.pid, 'SIGKILL');
    await editor.ended();
    held.end();
    await hasEnded(scene.home, started?.session_id ?? '');

    gemini.backdate(session);
    editor = await start();
    await editor.loadSession(session, gemini.folder.work);
    await areTold(scene, session, 1);
    assert.equal(newsOf(scene, 'SIXTH', 'SIXTH-said').length, 1);
  });
});

describe('opencode acp, hosted', { skip: skipOpencode }, () => {
  test('tells two sessions apart, and gives each one turn', async (t) => {
    const scene = await Scene.open(t);
    const wrapper = [launcher, '--home', scene.home.folder, 'acp', '--'];
    const { editor, work } = await startOpencodeAcp(scene.undo, scene.model, wrapper);
    const words = ['SEVENTH', 'EIGHTH'];
    const sessions = [await editor.newSession(work), await editor.newSession(work)];
    for (const [at, word] of words.entries()) {
      scene.model.script(word, [ring(echo(`${word}-said`)), 'I am waiting.', 'Thank you.']);
      await editor.prompt(sessions[at] ?? '', `${word} start`);
    }
    for (const session of sessions) await areTold(scene, session, 1, 'opencode');
    for (const word of words) {
      assert.equal(newsOf(scene, word, 'Background process').length, 1);
      assert.equal(newsOf(scene, word, `${word}-said`).length, 1);
    }
    assert.equal(editor.updates.filter(({ kind }) => kind === 'user_message_chunk').length, 2);
  });
});

const ring = (command: string) => terminal({ command, background: true, notify_on_complete: true });
const resultsOf = ({ model }: Scene, word: string): Result[] => model.turnsOf(word).flatMap(resultsIn);

/** What was new to the model and not of its tools, in each turn of a conversation that has it. */
function newsOf({ model }: Scene, word: string, text: string): string[] {
  const wordsOf = ({ news }: Request) => news.filter(({ by }) => by === 'user').map((said) => said.text);
  return model
    .turnsOf(word)
    .flatMap(wordsOf)
    .filter((one) => one.includes(`| ${text}`) || one.includes(`[IMPORTANT: ${text}`));
}

/** Everything that was to be told to the session has been; and nothing was told otherwise. */
async function areTold({ home }: Scene, session: string, count: number, agent = 'gemini-cli'): Promise<void> {
  const history = () => home.client().notifications.history({ session_key: `${agent}:${session}` });
  const isDone = async () => (await history()).filter(({ state }) => state === 'delivered').length === count;
  await until(isDone, `${count} notifications told to ${session}`);
}
