import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { until } from '../cli/cli-home.ts';
import { whatIsMissing } from '../testbed/install.ts';
import type { Request } from '../testbed/model.ts';
import { type Pi, PiFolder, pi as package_ } from '../testbed/pi.ts';
import { Held, look, type Result, resultsIn, Scene, terminal } from './scene.ts';

const plugin = join(import.meta.dirname, '../../plugins/pi');

describe('pi with the extension', { skip: await whatIsMissing(package_) }, () => {
  let scene: Scene;
  let folder: PiFolder;
  const running: Pi[] = [];
  before(async () => {
    scene = await Scene.open();
    folder = await PiFolder.prepare(scene.undo, scene.model, scene.home.folder, plugin);
  });
  after(() => scene.close());
  // The extension must not keep it from going.
  afterEach(async () => {
    for (const one of running.splice(0)) assert.equal(await one.leave(), 0);
  });

  async function open(session?: string): Promise<Pi> {
    const pi = await folder.start(session);
    running.push(pi);
    return pi;
  }

  /** SIGKILL, as a crash would. */
  async function kill(pi: Pi): Promise<void> {
    running.splice(running.indexOf(pi), 1);
    await pi.kill();
  }

  /** Background commands that the test ends, started by the model in one turn. */
  async function start(pi: Pi, word: string, ...said: readonly string[]): Promise<Held[]> {
    const held = said.map((says) => new Held(scene.home, says));
    const wishes = { background: true, notify_on_complete: true };
    scene.model.script(
      word,
      held.map(({ command }) => terminal({ command, ...wishes })),
    );
    await pi.prompt(`${word} them`);
    for (const { delivery } of resultsOf(word)) assert.equal(delivery, 'wake');
    return held;
  }

  const resultsOf = (word: string): Result[] => scene.model.turnsOf(word).flatMap(resultsIn);
  const asksWith = (says: string): Request[] => scene.model.requests.filter((one) => rings(one, says));
  const heard = (says: string, after = 0): Promise<Request> =>
    scene.model.heard((one) => rings(one, says), `a turn that tells ${says}`, { after });
  const stateOf = async (session: string): Promise<string[]> =>
    (await scene.home.client().notifications.history({ session_key: `pi:${session}` })).map(
      ({ state }) => state,
    );
  /** All that was to be told; what a command in the foreground has answered for itself was not. */
  const isDelivered = (session: string): Promise<void> =>
    until(async () => {
      const states = new Set(await stateOf(session));
      states.delete('consumed');
      return [...states].join() === 'delivered';
    }, 'the acknowledgement');

  test('takes one turn when what it started has ended', async () => {
    const pi = await open();
    const [one] = await start(pi, 'IDLE', 'idle-said');
    const from = pi.place;
    one?.end();
    const { news } = await heard('idle-said');
    assert.match(news.at(-1)?.text ?? '', /^\[IMPORTANT: Background process proc_/);
    await pi.settled(from);
    await isDelivered(await pi.sessionId());
    assert.equal(asksWith('idle-said').length, 1);
  });

  test('hears after its own turn, and of several as one', async () => {
    const pi = await open();
    const [one, two] = await start(pi, 'BUSY', 'first-said', 'second-said');
    const work = new Held(scene.home, 'work-said');
    scene.model.script('WORK', [terminal({ command: work.command }), 'Worked.']);
    const from = pi.place;
    await pi.begin('WORK on');
    await pi.runs('terminal', from);
    for (const held of [one, two]) held?.end();
    await until(async () => (await stateOf(await pi.sessionId())).length === 2, 'both ends');
    assert.equal(asksWith('first-said').length, 0);
    work.end();
    await heard('first-said');
    await isDelivered(await pi.sessionId());
    // Whichever ended first: it is one and the same turn.
    assert.deepEqual(asksWith('first-said'), asksWith('second-said'));
    assert.equal(asksWith('second-said').length, 1);
  });

  test('is told what ended while it was down when it is back', async () => {
    const pi = await open();
    const [one] = await start(pi, 'DOWN', 'down-said');
    const session = await pi.sessionId();
    await kill(pi);
    one?.end();
    await until(async () => (await stateOf(session)).length === 1, 'the end');
    await open(session);
    await heard('down-said');
    await isDelivered(session);
    assert.equal(asksWith('down-said').length, 1);
  });

  for (const point of ['deliver:after-give', 'deliver:before-acknowledge', 'deliver:after-acknowledge']) {
    test(`takes one turn though the daemon dies at ${point}`, async () => {
      const pid = await scene.armDaemon(point);
      const pi = await open();
      const [one] = await start(pi, `DIES-${point}`, `${point}-said`);
      const from = pi.place;
      one?.end();
      await heard(`${point}-said`);
      await pi.settled(from);
      await isDelivered(await pi.sessionId());
      assert.notEqual((await scene.home.client().health()).pid, pid, 'it has died');
      // Whatever would come a second time would come before this.
      await (await start(pi, `NEXT-${point}`, `${point}-next`))[0]?.end();
      await heard(`${point}-next`);
      assert.equal(asksWith(`${point}-said`).length, 1);
    });
  }

  test('finds in its session what it had answered when all died before the acknowledgement', async () => {
    const pi = await open();
    const session = await pi.sessionId();
    const { pid } = await scene.home.client().health();
    const [one] = await start(pi, 'STOP', 'stop-said');
    // Asked, it has not acknowledged yet, and now cannot.
    scene.model.script('stop-said', [
      () => {
        process.kill(pid, 'SIGSTOP');
        return 'Answered.';
      },
    ]);
    const from = pi.place;
    one?.end();
    await pi.settled(from);
    await kill(pi);
    process.kill(pid, 'SIGKILL');
    assert.deepEqual(await stateOf(session), ['sent']);
    await open(session);
    await isDelivered(session);
    assert.equal(asksWith('stop-said').length, 1);
  });

  test('is told again what it died of before it had an answer', async () => {
    const pi = await open();
    const session = await pi.sessionId();
    const [one] = await start(pi, 'FATAL', 'fatal-said');
    const dead = new Promise<void>((resolve) => {
      scene.model.script('fatal-said', [
        () => {
          kill(pi).then(resolve);
          return 'Nobody hears this.';
        },
      ]);
    });
    one?.end();
    const { number } = await heard('fatal-said');
    await dead;
    await open(session);
    await heard('fatal-said', number);
    await isDelivered(session);
    assert.equal(asksWith('fatal-said').length, 2);
  });

  test('tells each of two sessions of its own three processes', async () => {
    const words = ['LEFT', 'RIGHT'];
    const all = await Promise.all(
      words.map(async (word) => {
        const pi = await open();
        return { word, pi, held: await start(pi, word, ...[1, 2, 3].map((n) => `${word}-${n}-said`)) };
      }),
    );
    for (const { held } of all) for (const one of held) one.end();
    for (const { word, pi } of all) {
      for (const n of [1, 2, 3]) await heard(`${word}-${n}-said`);
      await isDelivered(await pi.sessionId());
      for (const n of [1, 2, 3]) {
        const asks = asksWith(`${word}-${n}-said`);
        assert.equal(asks.length, 1);
        assert.ok(asks.every(({ said }) => said.some(({ text }) => text === `${word} them`)));
      }
    }
  });

  test('takes its processes along into a fork', async () => {
    const pi = await open();
    const session = await pi.sessionId();
    const [one] = await start(pi, 'FORK', 'fork-said');
    await pi.command({ type: 'clone' });
    const fork = await pi.sessionId();
    assert.notEqual(fork, session);
    one?.end();
    await heard('fork-said');
    await isDelivered(fork);
    assert.deepEqual(await stateOf(session), []);
  });

  test('hears nothing of the old session when the user started afresh', async () => {
    const pi = await open();
    const session = await pi.sessionId();
    const [one] = await start(pi, 'FRESH', 'fresh-said');
    await pi.command({ type: 'new_session' });
    one?.end();
    await until(async () => (await stateOf(session)).includes('suppressed'), 'the end, untold');
    assert.equal(asksWith('fresh-said').length, 0);
  });

  test('hears when it is resumed, not while another session is open', async () => {
    const pi = await open();
    const { data } = await pi.command({ type: 'get_state' });
    const { sessionFile, sessionId } = data as { readonly sessionFile: string; readonly sessionId: string };
    const [one] = await start(pi, 'AWAY', 'away-said');
    const other = await open();
    await other.prompt('Another session.');
    const { sessionFile: otherFile } = (await other.command({ type: 'get_state' })).data as {
      readonly sessionFile: string;
    };
    await pi.command({ type: 'switch_session', sessionPath: otherFile });
    one?.end();
    await until(async () => (await stateOf(sessionId)).length === 1, 'the end');
    assert.equal(asksWith('away-said').length, 0);
    await pi.command({ type: 'switch_session', sessionPath: sessionFile });
    await heard('away-said');
    await isDelivered(sessionId);
  });

  test('need not wait for the model to have waited when the user writes', async () => {
    const pi = await open();
    await start(pi, 'LONG', 'long-said');
    const [{ session_id } = {}] = resultsOf('LONG');
    scene.model.script('WAIT', [look({ action: 'wait', session_id, timeout: 100 }), 'Waited.']);
    const from = pi.place;
    await pi.begin('WAIT for it');
    await pi.runs('process', from);
    await pi.command({ type: 'prompt', message: 'Never mind.', streamingBehavior: 'steer' });
    await pi.settled(from);
    assert.equal(resultsOf('WAIT').at(-1)?.status, 'interrupted');
  });

  test('is promised no turn where it ends with its answer', async () => {
    scene.model.script('PRINT', [
      terminal({ command: 'sleep 60', background: true, notify_on_complete: true }),
      'Printed.',
    ]);
    const { code, output } = await folder.print('PRINT it');
    assert.equal(code, 0, output);
    assert.match(output, /Printed\./);
    assert.equal(resultsOf('PRINT')[0]?.delivery, 'next_call');
  });
});

const rings = ({ news }: Request, says: string): boolean =>
  news.some(({ by, text }) => by === 'user' && text.startsWith('[IMPORTANT') && text.includes(says));
