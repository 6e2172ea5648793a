import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { until } from '../cli/cli-home.ts';
import { whatIsMissing } from '../testbed/install.ts';
import type { Request } from '../testbed/model.ts';
import { type Opencode, OpencodeFolder, opencode } from '../testbed/opencode.ts';
import { Held, type Result, resultsIn, Scene, terminal } from './scene.ts';

const noTmux = spawnSync('tmux', ['-V']).status !== 0 && 'tmux is not installed';
const plugins = [join(import.meta.dirname, '../../plugins/opencode/ringback.ts')];

describe('opencode with the plugin', { skip: await whatIsMissing(opencode) }, () => {
  let scene: Scene;
  let folder: OpencodeFolder;
  let agent: Opencode;
  before(async () => {
    scene = await Scene.open();
    folder = await OpencodeFolder.prepare(scene.undo, scene.model, scene.mcp, { plugins });
    agent = await folder.serve();
  });
  after(() => scene.close());

  /** Background commands that the test ends, started by the model in one turn. */
  function script(word: string, ...said: readonly string[]): Held[] {
    const held = said.map((says) => new Held(scene.home, says));
    const wishes = { background: true, notify_on_complete: true };
    scene.model.script(
      word,
      held.map(({ command }) => terminal({ command, ...wishes })),
    );
    return held;
  }

  async function start(session: string, word: string, ...said: readonly string[]): Promise<Held[]> {
    const held = script(word, ...said);
    await agent.prompt(session, `${word} them`);
    for (const { delivery } of resultsOf(word)) assert.equal(delivery, 'wake');
    return held;
  }

  const resultsOf = (word: string): Result[] => scene.model.turnsOf(word).flatMap(resultsIn);
  const asksWith = (says: string): Request[] => scene.model.requests.filter((one) => rings(one, says));
  const heard = (says: string): Promise<Request> =>
    scene.model.heard((one) => rings(one, says), `a turn that tells ${says}`);
  const stateOf = async (session: string): Promise<string[]> =>
    (await scene.home.client().notifications.history({ session_key: `opencode:${session}` })).map(
      ({ state }) => state,
    );
  const ringOf = async (session: string) =>
    (await scene.home.client().ringers.list()).find(
      ({ session_key }) => session_key === `opencode:${session}`,
    )?.rings[0];
  const isTold = (session: string): Promise<void> =>
    until(
      async () => !(await stateOf(session)).some((state) => state === 'pending' || state === 'sent'),
      'the acknowledgement',
    );

  test('takes one turn when what it started has ended, in the manner in which it was asked', async () => {
    const session = await agent.createSession();
    const [one] = script('IDLE', 'idle-said');
    await agent.prompt(session, 'IDLE it', { agent: 'plan' });
    one?.end();
    const { news, body } = await heard('idle-said');
    assert.doesNotMatch(JSON.stringify(body), /ringback_(session|ringer)/, 'what the plugin adds');
    assert.match(news.at(-1)?.text ?? '', /\[IMPORTANT: Background process proc_/);
    await isTold(session);
    assert.equal(asksWith('idle-said').length, 1);
    const messages = (await agent.get(`/session/${session}/message`)) as Message[];
    const [said, ...more] = messages.filter(({ parts }) =>
      parts.some(({ text }) => text?.includes('idle-said')),
    );
    assert.deepEqual(more, []);
    assert.equal(said?.info.agent, 'plan');
    assert.equal(said?.parts[0]?.synthetic, true);
  });

  test('hears after its own turn, and of several as one', async () => {
    const session = await agent.createSession();
    const [one, two] = await start(session, 'BUSY', 'first-said', 'second-said');
    const work = new Held(scene.home, 'work-said');
    scene.model.script('WORK', [terminal({ command: work.command }), 'Worked.']);
    const turn = agent.prompt(session, 'WORK on');
    await scene.model.heard(({ news }) => news.some(({ text }) => text === 'WORK on'), 'the turn of its own');
    one?.end();
    await until(async () => (await stateOf(session)).includes('sent'), 'the first end');
    // What would be told too early would be told before this.
    scene.model.script('MEANWHILE', [terminal({ command: 'echo' }), terminal({ command: 'echo' })]);
    await agent.prompt(await agent.createSession(), 'MEANWHILE');
    two?.end();
    await until(async () => (await stateOf(session)).length === 2, 'both ends');
    assert.equal(asksWith('first-said').length, 0);
    work.end();
    await turn;
    const { news } = await heard('first-said');
    assert.deepEqual(
      news.map(
        ({ by, text }) => `${by} ${['first-said', 'second-said'].every((says) => text.includes(says))}`,
      ),
      ['user true'],
      'after the turn, and as one',
    );
    await isTold(session);
    for (const says of ['first-said', 'second-said']) assert.equal(asksWith(says).length, 1);
  });

  for (const point of ['ring:before-ring', 'ring:after-ring', 'ring:before-admitted']) {
    test(`takes one turn though the daemon dies at ${point}`, async () => {
      const pid = await scene.armDaemon(point);
      const session = await agent.createSession();
      const [one] = await start(session, `DIES-${point}`, `${point}-said`);
      one?.end();
      await until(async () => (await scene.home.client().health()).pid !== pid, 'another daemon');
      await heard(`${point}-said`);
      await isTold(session);
      // Whatever would come a second time would come before this.
      (await start(session, `NEXT-${point}`, `${point}-next`))[0]?.end();
      await heard(`${point}-next`);
      await isTold(session);
      assert.equal(asksWith(`${point}-said`).length, 1);
      // Each time: the prompt, the result of the call, and the ring. A repeat would be a turn without anything new.
      assert.equal(scene.model.turnsOf(`DIES-${point}`).length, 6);
    });
  }

  test('tells each of two sessions of its own three processes', async () => {
    const all = await Promise.all(
      ['LEFT', 'RIGHT'].map(async (word) => {
        const session = await agent.createSession();
        return {
          word,
          session,
          held: await start(session, word, ...[1, 2, 3].map((n) => `${word}-${n}-said`)),
        };
      }),
    );
    for (const { held } of all) for (const one of held) one.end();
    for (const { word, session } of all) {
      for (const n of [1, 2, 3]) await heard(`${word}-${n}-said`);
      await isTold(session);
      for (const n of [1, 2, 3]) {
        const asks = asksWith(`${word}-${n}-said`);
        assert.equal(asks.length, 1);
        assert.ok(asks.every(({ said }) => said.some(({ text }) => text === `${word} them`)));
      }
    }
  });

  test('is told what ended while it was down when it is back', async () => {
    const session = await agent.createSession();
    const [one] = await start(session, 'DOWN', 'down-said');
    await agent.kill();
    one?.end();
    await until(async () => (await ringOf(session))?.state === 'waiting', 'a ring in vain');
    agent = await folder.serve(agent.port);
    await heard('down-said');
    await isTold(session);
    assert.equal(asksWith('down-said').length, 1);
  });

  test('a conversation of its second API is rung there, once for one id', async () => {
    const { data } = (await agent.post('/api/session', {})) as { readonly data: { readonly id: string } };
    // It has no turns to give before it has models.
    const models = async () => (await agent.get('/api/model')) as { readonly data: readonly unknown[] };
    await until(async () => (await models()).data.length > 0, 'models');
    scene.model.script('SECOND', ['Yes.']);
    await agent.post(`/api/session/${data.id}/prompt`, { prompt: { text: 'SECOND world' } });
    await scene.model.heard(({ said }) => said.some(({ text }) => text === 'SECOND world'), 'the first turn');
    const client = scene.home.client();
    const session_key = `opencode:${data.id}`;
    await client.ringers.set({ session_key, kind: 'opencode', settings: { url: agent.url } });
    const { is_fine, steps } = await client.ringers.check(session_key);
    assert.ok(is_fine, JSON.stringify(steps));
    assert.deepEqual(steps.at(-1), { name: 'api', is_fine: true, detail: 'v2' });
    await client.notifications.notify(session_key, { type: 'note', text: 'news-said' });
    const { said } = await scene.model.heard(
      ({ news }) => news.some(({ text }) => text.includes('news-said')),
      'the turn',
    );
    assert.ok(said.some(({ text }) => text === 'SECOND world'));
    await isTold(data.id);
  });

  test('has a way back into a window, which has no port, and after its crash too', {
    skip: noTmux,
  }, async () => {
    let window = await folder.open();
    const held = script('WINDOW', 'window-said', 'later-said');
    await window.type('WINDOW them');
    await scene.model.heard(() => resultsOf('WINDOW').length === 2, 'both starts');
    for (const { delivery } of resultsOf('WINDOW')) assert.equal(delivery, 'wake');
    held[0]?.end();
    await heard('window-said');
    const { ringers } = scene.home.client();
    const inWindow = async () => (await ringers.list()).find(({ settings }) => settings.socket !== undefined);
    const session = (await inWindow())?.session_key.replace('opencode:', '') ?? '';
    await until(async () => (await stateOf(session)).includes('delivered'), 'the acknowledgement');
    assert.ok((await ringers.check(`opencode:${session}`)).is_fine);

    await window.kill();
    held[1]?.end();
    await until(async () => (await ringOf(session))?.state === 'waiting', 'a ring in vain');
    window = await folder.open('--continue');
    await heard('later-said');
    await isTold(session);
    for (const says of ['window-said', 'later-said']) assert.equal(asksWith(says).length, 1);
    await window.kill();
  });

  test('is found at its new place as soon as a session has called from there, and its password stays there', async () => {
    const session = await agent.createSession();
    const [one] = await start(session, 'MOVED', 'moved-said');
    await agent.kill();
    one?.end();
    await until(async () => (await ringOf(session))?.state === 'waiting', 'a ring in vain');
    const password = 'made-up-password';
    agent = await folder.serve(undefined, { OPENCODE_SERVER_PASSWORD: password });
    agent.password = password;
    const [two] = await start(session, 'CALL', 'call-said');
    await heard('moved-said');
    two?.end();
    const { body } = await heard('call-said');
    assert.doesNotMatch(JSON.stringify(body), new RegExp(password));
    await isTold(session);
    for (const says of ['moved-said', 'call-said']) assert.equal(asksWith(says).length, 1);
  });
});

type Message = {
  readonly info: { readonly agent?: string };
  readonly parts: readonly { readonly text?: string; readonly synthetic?: boolean }[];
};

const rings = ({ news }: Request, says: string): boolean =>
  news.some(({ by, text }) => by === 'user' && text.includes('[IMPORTANT') && text.includes(says));
