import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { mayCallBy } from '../../src/delegate/may-call.ts';
import type { Progress, Situation } from '../../src/delegate/runner.ts';
import { until } from '../cli/cli-home.ts';
import { situationOf } from '../delegate/support/situation.ts';
import { headlessAgents, setUp } from '../testbed/delegates.ts';
import { whatIsMissing } from '../testbed/install.ts';
import { procFile, Scene } from './scene.ts';

for (const agent of headlessAgents) {
  const { runner } = agent;
  describe(`a delegate that is ${runner.kind}`, { skip: await whatIsMissing(agent.package) }, () => {
    let scene: Scene;
    let place: Awaited<ReturnType<typeof setUp>>;
    before(async () => {
      scene = await Scene.open();
      place = await setUp(scene.undo, agent, scene.model);
    });
    after(() => scene.close());

    function given(goal: string, config: object = {}, env: Readonly<Record<string, string>> = place.env) {
      const made = situationOf({
        home: scene.home.folder,
        client: scene.home.client(),
        config,
        env,
        assignment: { goal, to: runner.kind, workdir: place.work },
      });
      const mayCall = mayCallBy(made.situation.config, made.situation.assignment);
      return { ...made, situation: { ...made.situation, mayCall } satisfies Situation };
    }

    const shell = (command: string) => [
      { tool: agent.shell, input: { command, description: 'What it does' } },
    ];
    const seenBy = (word: string) => scene.model.turnsOf(word).flatMap(({ news }) => news);

    test('does its task with a tool, and reports what it took', async () => {
      scene.model.script('MAKE', [shell('echo made > made.txt'), 'It is made.']);
      const { situation, seen } = given('MAKE the file');
      const report = await runner.run(situation);
      assert.deepEqual(scene.model.faults, []);
      const { cost, ...figures } = report;
      assert.deepEqual(figures, {
        status: 'completed',
        result: 'It is made.',
        apiCalls: 2,
        inputTokens: 20,
        outputTokens: 10,
        model: agent.model,
      });
      assert.equal(
        cost === undefined ? undefined : cost > 0.02 && cost < 0.05,
        agent.cost && true,
        `${cost}`,
      );
      assert.ok(existsSync(join(place.work, 'made.txt')));
      const steps = seen.filter(({ kind }) => kind !== 'alive');
      assert.deepEqual(
        steps.map(({ kind }) => kind),
        ['call', 'answered', 'text'],
      );
      const call = steps[0] as Extract<Progress, { kind: 'call' }>;
      assert.deepEqual([call.tool, call.about], [agent.shell, 'echo made > made.txt']);
      assert.equal(leftOf(place.folder.home).length, 0);
    });

    test('fails with the words of its model', async () => {
      const error = { message: 'the stand-in is out of order', type: 'invalid_request_error', code: 400 };
      scene.model.script('BROKEN', Array(10).fill({ status: 400, error }));
      const report = await runner.run(given('BROKEN model').situation);
      assert.equal(report.status, 'failed');
      assert.match(report.error ?? '', /out of order/);
    });

    test('stops in the middle of an answer, with what it has said', async () => {
      scene.model.script('HANG', [{ begins: 'So far so good', ends: 'never' }]);
      const { situation, stopping, seen } = given('HANG now');
      const running = runner.run(situation);
      await scene.model.heard(({ said }) => said.some(({ text }) => text.includes('HANG')), 'the task');
      const before = seen.length;
      await until(() => seen.length > before, 'the beginning of the answer');
      stopping.abort();
      const began = performance.now();
      const report = await running;
      assert.equal(report.status, 'interrupted', report.error);
      assert.ok(performance.now() - began < 9_000);
      assert.equal(report.result, 'So far so good');
    });

    test('stops in the middle of a command, which ends with it', async () => {
      scene.model.script('LONG', [shell('echo $$ > pid; sleep 1000')]);
      const { situation, stopping, seen } = given('LONG work');
      const running = runner.run(situation);
      await until(
        () => seen.some(({ kind }) => kind === 'call') && existsSync(join(place.work, 'pid')),
        'a call',
      );
      stopping.abort();
      assert.equal((await running).status, 'interrupted');
      await until(() => leftOf(place.folder.home).length === 0, 'the end of the command');
    });

    test('is killed, and that is said', async () => {
      scene.model.script('DIE', [shell('sleep 1000')]);
      const { situation, seen } = given('DIE now');
      const running = runner.run(situation);
      await until(() => seen.some(({ kind }) => kind === 'call'), 'a call');
      for (const pid of leftOf(place.folder.home)) process.kill(pid, 'SIGKILL');
      const report = await running;
      assert.equal(report.status, 'error');
      assert.match(report.error ?? '', /ended.*without a result/);
    });

    test('is refused what the rules forbid, and goes on', async () => {
      scene.model.script('FORBID', [
        shell('touch forbidden.txt'),
        shell('touch allowed.txt'),
        'As far as I may.',
      ]);
      const { situation, seen } = given('FORBID it', { agentDeny: ['terminal(touch forbidden*)'] });
      const report = await runner.run(situation);
      assert.equal(report.status, 'completed', report.error);
      assert.ok(!existsSync(join(place.work, 'forbidden.txt')));
      assert.ok(existsSync(join(place.work, 'allowed.txt')));
      const answers = seen.filter(({ kind }) => kind === 'answered') as { isError?: boolean }[];
      assert.deepEqual(
        answers.map(({ isError }) => isError),
        [true, false],
      );
      // Gemini CLI has no way to tell it, and says that somebody refused.
      const told = seenBy('FORBID')
        .map(({ text }) => text)
        .join('\n');
      assert.match(told, runner.kind === 'gemini' ? /canceled by the user/ : /rules forbid this \(terminal/);
    });

    test('hears what it is told while it works', async () => {
      scene.model.script('LISTEN', [
        shell('until [ -e go ]; do sleep 0.05; done'),
        'I listened.',
        'I listened.',
      ]);
      scene.model.script('blue', ['It is blue.']);
      const { situation, messages, seen } = given('LISTEN well');
      const running = runner.run(situation);
      await until(() => seen.some(({ kind }) => kind === 'call'), 'a call');
      messages.add({ id: 'one', text: '/paint it blue' });
      place.folder.write('work/go', '');
      const report = await running;
      assert.deepEqual([report.status, report.result], ['completed', 'It is blue.'], report.error);
    });

    test('says what to do where it has no login, or no such model', async () => {
      const { without, model, error } = agent.unusable;
      const env = Object.fromEntries(Object.entries(place.env).filter(([name]) => name !== without));
      const { situation } = given('UNUSABLE', {}, env);
      const assignment = { ...situation.assignment, ...(model !== undefined && { model }) };
      const report = await runner.run({ ...situation, assignment });
      assert.match(report.status, /^(error|failed)$/);
      assert.match(report.error ?? '', error);
    });

    test('says what to install where it is missing', async () => {
      const report = await runner.run(
        given('MISSING', {}, { ...place.env, PATH: '/usr/bin:/bin' }).situation,
      );
      assert.equal(report.status, 'error');
      assert.match(report.error ?? '', /not installed.*npm install -g/);
    });
  });
}

/** Processes that the agent has started, itself included. */
function leftOf(home: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && procFile(pid, 'environ').includes(`HOME=${home}`));
}
