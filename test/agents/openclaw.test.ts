import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { until } from '../cli/cli-home.ts';
import { whatIsMissing } from '../testbed/install.ts';
import type { ToolCall } from '../testbed/model/types.ts';
import type { Request } from '../testbed/model.ts';
import { OpenClaw, openclaw } from '../testbed/openclaw.ts';
import { echo, Held, Scene } from './scene.ts';

/** OpenClaw has a `terminal` of its own. */
const terminal = (input: ToolCall['input']): readonly ToolCall[] => [{ tool: 'ringback__terminal', input }];

const keyOf = (name: string): string => `agent:main:${name}`;

describe('OpenClaw with its hooks on', { skip: await whatIsMissing(openclaw) }, () => {
  let scene: Scene;
  let agent: OpenClaw;
  before(async () => {
    scene = await Scene.open();
    // Its MCP calls do not say whose they are: the server is told.
    const env = { ...scene.mcp.env, RINGBACK_SESSION: `openclaw:${keyOf('mcp')}` };
    agent = await OpenClaw.prepare(scene.undo, scene.model, { ...scene.mcp, env });
    const ringers = [{ session: 'openclaw:*', kind: 'openclaw', settings: agent.ringer }];
    writeFileSync(join(scene.home.folder, 'config.json'), JSON.stringify({ ringers }));
    await run('down', echo('down-said'));
    await until(() => isWaiting('down'), 'a ring in vain');
    await agent.start();
  });
  after(() => scene.close());

  const run = (name: string, command: string): Promise<string> =>
    scene.home.start('--notify', '--session', `openclaw:${keyOf(name)}`, '--', command);
  const asksWith = (says: string): Request[] => scene.model.requests.filter((one) => rings(one, says));
  const heard = (says: string): Promise<Request> =>
    scene.model.heard((one) => rings(one, says), `a turn that tells ${says}`);
  const statesOf = async (name: string): Promise<string[]> =>
    (await scene.home.client().notifications.history({ session_key: `openclaw:${keyOf(name)}` })).map(
      ({ state }) => state,
    );
  const isDelivered = (name: string): Promise<void> =>
    until(async () => [...new Set(await statesOf(name))].join() === 'delivered', 'the admission');

  const isWaiting = async (name: string): Promise<boolean> => {
    const all = await scene.home.client().ringers.list();
    const ringer = all.find(({ session_key }) => session_key === `openclaw:${keyOf(name)}`);
    return ringer?.rings[0]?.reason.includes('not there') === true;
  };

  test('takes one turn in the session that started something through MCP', async () => {
    const held = new Held(scene.home, 'mcp-said');
    const wishes = { background: true, notify_on_complete: true };
    scene.model.script('START', [terminal({ command: held.command, ...wishes }), 'Started.']);
    await agent.say(keyOf('mcp'), 'START it');
    const results = scene.model
      .turnsOf('START')
      .flatMap(({ news }) => news.filter(({ by }) => by === 'tool'));
    assert.match(results[0]?.text ?? '', /"delivery":\s*"wake"/);
    held.end();
    const { said } = await heard('mcp-said');
    assert.ok(said.some(({ text }) => text.includes('START it')));
    await isDelivered('mcp');
    assert.equal(asksWith('mcp-said').length, 1);
  });

  for (const point of ['ring:before-ring', 'ring:after-ring', 'ring:before-admitted']) {
    test(`takes one turn though the daemon dies at ${point}`, async () => {
      const name = point.replace(':', '-');
      const pid = await scene.armDaemon(point);
      await run(name, echo(`${name}-said`));
      await until(async () => (await scene.home.client().health()).pid !== pid, 'its end');
      await heard(`${name}-said`);
      await isDelivered(name);
      // Turns of one session come one after the other: a second would be there before this.
      await run(name, echo(`${name}-next`));
      await heard(`${name}-next`);
      assert.equal(asksWith(`${name}-said`).length, 1);
    });
  }

  test('hears after its own turn, and of what came meanwhile as one', async () => {
    const work = new Held(scene.home, 'work-said');
    scene.model.script('WORK', [terminal({ command: work.command }), 'Worked.']);
    const turn = agent.say(keyOf('busy'), 'WORK on');
    await until(
      async () => (await scene.home.list()).some(({ command }) => command === work.command),
      'work',
    );
    // The first is on its way to OpenClaw, which lets it wait; the others go together.
    for (const [index, says] of ['first-said', 'second-said', 'third-said'].entries()) {
      await run('busy', echo(says));
      await until(async () => (await statesOf('busy')).length === index + 1, `the end of ${says}`);
    }
    assert.equal(asksWith('first-said').length, 0);
    work.end();
    await turn;
    for (const says of ['first-said', 'second-said', 'third-said']) {
      await heard(says);
      assert.equal(asksWith(says).length, 1);
    }
    assert.deepEqual(asksWith('second-said'), asksWith('third-said'));
    await isDelivered('busy');
  });

  test('tells each of two sessions of its own three processes', async () => {
    const names = ['left', 'right'];
    for (const name of names) await agent.say(keyOf(name), `In the ${name} session.`);
    await Promise.all(names.flatMap((name) => [1, 2, 3].map((n) => run(name, echo(`${name}-${n}-said`)))));
    for (const name of names) {
      for (const n of [1, 2, 3]) await heard(`${name}-${n}-said`);
      await isDelivered(name);
      for (const n of [1, 2, 3]) {
        const asks = asksWith(`${name}-${n}-said`);
        assert.equal(asks.length, 1);
        assert.ok(asks[0]?.said.some(({ text }) => text.includes(`In the ${name} session.`)));
      }
    }
  });

  test('is told what ended while it was down when it is up', async () => {
    await heard('down-said');
    await isDelivered('down');
    assert.equal(asksWith('down-said').length, 1);
  });
});

const rings = ({ news }: Request, says: string): boolean =>
  news.some(
    ({ by, text }) => by === 'user' && text.includes('[IMPORTANT: Background') && text.includes(says),
  );
