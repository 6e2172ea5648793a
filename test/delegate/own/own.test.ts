import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { own } from '../../../src/delegate/own/own.ts';
import type { Assignment } from '../../../src/delegate/runner.ts';
import { CliHome, until } from '../../cli/cli-home.ts';
import { Model as StandIn } from '../../testbed/model.ts';
import { situationOf } from '../support/situation.ts';

const model = await StandIn.start();
model.models.push('tiny');
after(() => model.stop());
const config = { agentModel: 'mine', agentProviders: { mine: { baseUrl: `${model.url}/v1` } } };
const home = new CliHome(after, config);
// Of a daemon that has no delegations.
const client = Object.assign(home.client(), { delegations: { list: async () => [] } });

const begin = (assignment: Partial<Assignment> & Pick<Assignment, 'goal'>, more: object = {}) => {
  const scene = situationOf({
    home: home.folder,
    client: client as unknown as ReturnType<CliHome['client']>,
    config: { ...config, ...more },
    assignment,
  });
  return { ...scene, report: own.run(scene.situation) };
};
const run = (command: string, more: object = {}) => [{ tool: 'terminal', input: { command, ...more } }];

test('it works until nothing will ring any more, and its last text is the result', async () => {
  model.script('build', [
    run('echo first'),
    run('sleep 0.3; echo built', { background: true, notify_on_complete: true }),
    'It is being built.',
    'It is built: all of it.',
  ]);
  const { report, seen } = begin({ goal: 'build it', context: 'Nothing is there yet.' });
  const { status, result, apiCalls, inputTokens, model: name } = await report;
  assert.deepEqual(
    [status, result, apiCalls, name],
    ['completed', 'It is built: all of it.', 4, 'mine/tiny'],
  );
  assert.ok(Number(inputTokens) > 0);
  const [first] = model.turnsOf('build');
  assert.match(String(first?.said.find(({ by }) => by === 'user')?.text), /build it\n\nContext:\nNothing is/);
  assert.match(String(first?.said[0]?.text), /You are a delegate of Ringback/);
  assert.ok(!first?.tools.includes('delegate'));
  const told = seen.flatMap((one) => (one.kind === 'call' ? [`${one.tool}: ${one.about}`] : []));
  assert.deepEqual(told.slice(0, 2), ['terminal: echo first', 'terminal: sleep 0.3; echo built']);
  assert.match(String(told[2]), /^waits: proc_\w+ \(sleep 0.3; echo built\)$/);
  const open = seen.filter(({ kind }) => kind === 'call').length;
  assert.equal(seen.filter(({ kind }) => kind === 'answered').length, open, 'what began has ended');
});

test('a message that comes while it works is heard before its next step', async () => {
  const go = join(home.folder, 'go');
  model.script('count', [
    run(`until [ -e ${go} ]; do sleep 0.02; done`),
    'Counted to five, as you said.',
    'Counted to five, as you said.',
  ]);
  const { report, messages, seen } = begin({ goal: 'count to three' });
  await until(() => seen.some(({ kind }) => kind === 'call'), 'the call');
  for (const id of ['one', 'one']) messages.add({ id, text: 'Count to five.' });
  // A command in the foreground goes on in the background, and rings, if it has not ended before.
  await new Promise(setImmediate);
  writeFileSync(go, '');
  assert.equal((await report).result, 'Counted to five, as you said.');
  const heard = model
    .turnsOf('count')
    .at(-1)
    ?.said.filter(({ by, text }) => by === 'user' && /five/.test(text));
  assert.equal(heard?.length, 1);
});

test('told to stop it reports what there is, also half of a sentence', async () => {
  model.script('think', [
    { pieces: ['First thought.'], calls: run('true') },
    { begins: 'Half a', ends: 'never' },
  ]);
  const { report, stopping, seen } = begin({ goal: 'think' });
  await until(() => seen.at(-1)?.kind === 'alive', 'the second sentence');
  stopping.abort();
  const { status, result } = await report;
  assert.deepEqual([status, result], ['interrupted', 'First thought.\n\nHalf a']);
});

test('a model that fails is the end of it, whatever still runs; one that is not known is an error', async () => {
  model.script('fail', [
    run('sleep 300', { background: true, notify_on_complete: true }),
    { status: 401, error: { message: 'no' } },
  ]);
  const { status, error } = await begin({ goal: 'fail' }).report;
  assert.equal(status, 'failed');
  assert.match(String(error), /wants a key/);
  const none = await begin({ goal: 'fail', model: 'nobody/has-it' }).report;
  assert.deepEqual([none.status, none.result], ['error', '']);
  assert.match(String(none.error), /nobody/);
});

test('rules hold, nobody is asked, and it has the toolsets that it was given', async () => {
  const rules = {
    agentApproval: 'rules',
    agentAllow: ['terminal(echo *)'],
    agentDeny: ['terminal(echo no*)'],
  };
  model.script('obey', [run('echo fine'), run('echo no way'), run('touch it'), 'Done.']);
  const { report, seen } = begin({ goal: 'obey', toolsets: ['terminal'] }, rules);
  assert.equal((await report).status, 'completed');
  const ends = seen.flatMap((one) => (one.kind === 'answered' ? [one.isError] : []));
  assert.deepEqual(ends, [false, true, true]);
  const last = model.turnsOf('obey').at(-1);
  assert.match(JSON.stringify(last?.said), /there is nobody who can be asked/);
  assert.deepEqual(last?.tools.toSorted(), ['process', 'terminal', 'wake']);
});

test('what delegates spend counts towards the daily cap of all', async () => {
  const cap = { agentDailyDollars: 0.001, agentPrices: { 'mine/tiny': { input: 100, output: 100 } } };
  model.script('spend', ['Spent.', 'Spent again.']);
  const first = await begin({ goal: 'spend' }, cap).report;
  assert.deepEqual([first.status, first.cost], ['completed', 0.0015]);
  const { status, error } = await begin({ goal: 'spend' }, cap).report;
  assert.equal(status, 'failed');
  assert.match(String(error), /the daily cap is/);
});
