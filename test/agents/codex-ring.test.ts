import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isAlive, until } from '../cli/cli-home.ts';
import { codex } from '../testbed/codex.ts';
import { CodexServer } from '../testbed/codex-server.ts';
import { hasTmux } from '../testbed/codex-terminal.ts';
import { whatIsMissing } from '../testbed/install.ts';
import type { Request } from '../testbed/model.ts';
import { Held, type Result, resultsIn, Scene, terminal } from './scene.ts';

describe('Codex with its background server', { skip: await whatIsMissing(codex) }, () => {
  let scene: Scene;
  let agent: CodexServer;
  before(async () => {
    scene = await Scene.open();
    agent = await CodexServer.prepare(scene.undo, scene.model, scene.mcp);
    await agent.start();
  });
  after(() => scene.close());

  /** Background commands that the test ends, started by the model in one turn. */
  async function start(thread: string, word: string, ...said: readonly string[]): Promise<Held[]> {
    const held = said.map((says) => new Held(scene.home, says));
    const wishes = { background: true, notify_on_complete: true };
    scene.model.script(
      word,
      held.map(({ command }) => terminal({ command, ...wishes })),
    );
    await agent.prompt(thread, `${word} them`);
    const results = resultsOf(word);
    const heardOf = scene.model.turnsOf(word).map(({ news }) => news.slice(-1));
    assert.equal(results.length, said.length, JSON.stringify([heardOf, scene.model.faults]));
    for (const { delivery } of results) assert.equal(delivery, 'wake');
    return held;
  }

  const resultsOf = (word: string): Result[] => scene.model.turnsOf(word).flatMap(resultsIn);
  const asksWith = (says: string): Request[] => scene.model.requests.filter((one) => rings(one, says));
  const heard = (says: string): Promise<Request> =>
    scene.model.heard((one) => rings(one, says), `a turn that tells ${says}`);
  const stateOf = async (thread: string): Promise<string[]> =>
    (await scene.home.client().notifications.history({ session_key: `codex:${thread}` })).map(
      ({ state }) => state,
    );
  const isOver = async (thread: string): Promise<void> => {
    const isSettled = async () => (await stateOf(thread)).every((state) => /delivered|consumed/.test(state));
    await until(isSettled, 'the admission');
    await until(() => agent.isIdle(thread), 'the end of all turns');
  };

  test('takes one turn when what it started has ended, without any set-up', async (t) => {
    const thread = await agent.createThread();
    const [one] = await start(thread, 'IDLE', 'idle-said');
    const began = performance.now();
    one?.end();
    const { news } = await heard('idle-said');
    t.diagnostic(`${Math.round(performance.now() - began)} ms from the end to the model`);
    assert.match(news.at(-1)?.text ?? '', /^\[IMPORTANT: Background process proc_/);
    await isOver(thread);
    assert.equal(asksWith('idle-said').length, 1);
    const { is_fine, steps } = await scene.home.client().ringers.check(`codex:${thread}`);
    assert.equal(is_fine, true, JSON.stringify(steps));
  });

  test('hears after its own turn, and of several as one', async () => {
    const thread = await agent.createThread();
    const [one, two] = await start(thread, 'BUSY', 'first-said', 'second-said');
    const work = new Held(scene.home, 'work-said');
    scene.model.script('WORK', [terminal({ command: work.command }), 'Worked.']);
    await agent.begin(thread, 'WORK on');
    await scene.model.heard(({ news }) => news.some(({ text }) => text === 'WORK on'), 'the work');
    one?.end();
    await until(async () => (await stateOf(thread)).length === 1, 'the first end');
    two?.end();
    await until(async () => (await stateOf(thread)).length === 2, 'both ends');
    assert.equal(asksWith('first-said').length, 0);
    work.end();
    const { news } = await heard('first-said');
    assert.match(news.at(-1)?.text ?? '', /first-said.*second-said/s);
    await isOver(thread);
    assert.equal(asksWith('second-said').length, 1);
  });

  for (const point of ['ring:before-ring', 'ring:after-ring', 'ring:before-admitted']) {
    test(`takes one turn though the daemon dies at ${point}`, async () => {
      const pid = await scene.armDaemon(point);
      const thread = await agent.createThread();
      const [one] = await start(thread, `DIES-${point}`, `${point}-said`);
      one?.end();
      await until(() => !isAlive(pid), 'the death of the daemon');
      await scene.home.client().health();
      await heard(`${point}-said`);
      await isOver(thread);
      assert.equal(asksWith(`${point}-said`).length, 1);
    });
  }

  test('tells each of two threads of its own three processes', async () => {
    const words = ['LEFT', 'RIGHT'];
    const all = await Promise.all(
      words.map(async (word) => {
        const thread = await agent.createThread();
        const said = [1, 2, 3].map((number) => `${word}-said-${number}`);
        return { word, thread, said, held: await start(thread, word, ...said) };
      }),
    );
    for (const number of [0, 1, 2]) for (const { held } of all) held[number]?.end();
    for (const { thread, said, word } of all) {
      for (const says of said) await heard(says);
      await isOver(thread);
      for (const says of said) {
        assert.equal(asksWith(says).length, 1, says);
        const [asked] = asksWith(says);
        assert.ok(
          asked?.said.some(({ text }) => text === `${word} them`),
          `${says} in the other thread`,
        );
      }
    }
  });

  for (const [about, args] of [
    ['a terminal', []],
    ['a terminal that does without the server', ['--no-daemon']],
  ] as const) {
    test(`takes one turn in ${about}, before the eyes of the person`, {
      skip: !hasTmux && 'tmux is not installed',
    }, async () => {
      const word = `SEEN${args.length}`;
      const says = `seen-${args.length}-said`;
      const one = new Held(scene.home, says);
      scene.model.script(word, [
        terminal({ command: one.command, background: true, notify_on_complete: true }),
        'It runs.',
      ]);
      const codexTerminal = await agent.openTerminal(scene.undo, ...args);
      await codexTerminal.type(`${word} it`);
      await until(() => codexTerminal.screen().includes('It runs.'), 'the end of the first turn');
      assert.equal(resultsOf(word)[0]?.delivery, 'wake');
      one.end();
      await heard(says);
      await until(() => codexTerminal.screen().includes(`| ${says}`), 'the notification on the screen');
      codexTerminal.close();
      assert.equal(asksWith(says).length, 1);
    });
  }

  test('is told what ended while it was down when the thread is open again', async () => {
    const thread = await agent.createThread();
    const [one] = await start(thread, 'DOWN', 'down-said');
    await agent.kill();
    one?.end();
    await until(async () => (await stateOf(thread)).length === 1, 'the end');
    await agent.start();
    await agent.open(thread);
    await heard('down-said');
    await isOver(thread);
    assert.equal(asksWith('down-said').length, 1);
  });

  test('takes its turn unattended where a person has allowed it, in a server that Ringback has started', async () => {
    const thread = await agent.createThread();
    const [one] = await start(thread, 'ALONE', 'alone-said');
    await agent.kill();
    const program = writeStarter(scene, agent);
    const settings = { url: `unix://${agent.socket}`, start: program, resume: true };
    await scene.home.client().ringers.set({ session_key: `codex:${thread}`, kind: 'codex', settings });
    one?.end();
    await heard('alone-said');
    await agent.connect();
    await isOver(thread);
    assert.equal(asksWith('alone-said').length, 1);
  });

  test('has a dead letter for a thread that is not there', async () => {
    const session = 'codex:01a1ddec-ce39-7680-b535-62d047321a18';
    const client = scene.home.client();
    const settings = { url: `unix://${agent.socket}` };
    await client.ringers.set({ session_key: session, kind: 'codex', settings });
    assert.equal((await client.ringers.check(session)).is_fine, false);
    await client.notifications.notify(session, { type: 'news', text: 'for nobody' });
    const rings = async () =>
      (await client.ringers.list()).find(({ session_key }) => session_key === session)?.rings ?? [];
    await until(async () => (await rings())[0]?.state === 'dead', 'the dead letter');
    assert.match((await rings())[0]?.reason ?? '', /no such thread/);
  });
});

/** Stands for `codex app-server daemon start`, which would copy all of Codex into its home first. */
function writeStarter({ home, undo }: Scene, { program, socket }: CodexServer): string {
  const [file, pid] = [join(home.folder, 'codex'), join(home.folder, 'codex.pid')];
  const lines = [
    '#!/bin/sh',
    '[ "$*" = "app-server daemon start" ] || exit 2',
    `setsid ${program} app-server --listen unix:// >/dev/null 2>&1 </dev/null &`,
    `echo $! >${pid}`,
    `until [ -S ${socket} ]; do sleep 0.05; done`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o755 });
  undo(() => {
    if (existsSync(pid)) process.kill(-Number(readFileSync(pid, 'utf8')), 'SIGKILL');
  });
  return file;
}

function rings({ news }: Request, says: string): boolean {
  return news.some(({ by, text }) => by === 'user' && text.includes('[IMPORTANT') && text.includes(says));
}
