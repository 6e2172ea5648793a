import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { WireDelegation, WireDispatched } from '../../../src/wire/delegation.ts';
import { Model as StandIn } from '../../testbed/model.ts';
import { CliHome, until } from '../cli-home.ts';

const model = await StandIn.start();
model.models.push('tiny');
after(() => model.stop());
const home = new CliHome(after, {
  agentModel: 'mine',
  agentProviders: { mine: { baseUrl: `${model.url}/v1` } },
  delegationUnits: 1,
});

test('a delegate is sent off and waited for: its steps, then what came out, and nobody is told again', async () => {
  model.script('hello', [[{ tool: 'terminal', input: { command: 'echo step' } }], 'Hello from afar.']);
  const { code, stdout, stderr } = await home.run(['delegate', '--wait', 'Please', 'say hello']);
  assert.deepEqual([code, stdout], [0, 'Hello from afar.\n'], stderr);
  assert.match(stderr, /^→ terminal: echo step\n✓ terminal .*\n$/, 'and not what came out');
  assert.equal(await home.ok('inbox'), '');
  assert.equal((await home.run(['idle'])).code, 0, 'nothing is left to be told');
  const [shown] = await home.json<WireDelegation>('delegate', 'ls', '--all');
  assert.deepEqual([shown?.status, shown?.tasks[0]?.goal], ['completed', 'Please say hello']);
  const text = await home.ok('delegate', 'show', String(shown?.delegation_id).slice(4, 10));
  assert.match(text, /^dlg_\w+ completed, 1 of 1 done/);
  assert.match(text, /✓ 1 completed, \d+s, .*own \(mine\/tiny\), proc_\w+\n {4}Hello from afar\./);
});

test('one that works can be listed, told something and stopped; more than there is room for are refused', async () => {
  const never = { begins: 'Hm', ends: 'never' } as const;
  model.script('think', [never, never]);
  model.script('ponder', [never, never]);
  const [sent] = await home.json<WireDispatched>('delegate', '--each', 'think one', 'ponder two');
  const id = String(sent?.delegation_id);
  const [, second] = sent?.tasks ?? [];
  await home.ok('delegate', '--session', 'other:1', 'think three');
  const refused = await home.run(['delegate', '--session', 'other:1', 'think four']);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /1/);

  const listed = await home.ok('delegate', 'ls');
  assert.match(listed, new RegExp(`^ID .*GOAL\n(dlg.*\n){1}${id} +running +\\d+s +0 of 2 `));
  assert.match(
    await home.ok('delegate', 'show', id),
    new RegExp(`\n {4}ringback log -f ${second?.session_id}`),
  );
  assert.match((await home.run(['idle'])).stdout, /^delegate +proc_/m);
  assert.equal(await home.ok('delegate', 'say', id, 'hurry', 'up', '--task', '2'), 'Told to task 2.\n');
  assert.equal((await home.run(['delegate', 'say', 'dlg_000000000000', 'x'])).code, 1);

  assert.equal(await home.ok('delegate', 'stop', id, '--task', '1'), 'Told 1 delegate to stop.\n');
  assert.equal(await home.ok('delegate', 'stop', '--session', 'other:1'), 'Told 1 delegate to stop.\n');
  assert.equal(
    await home.ok('delegate', 'stop', '--all', '--reason', 'enough'),
    'Told 1 delegate to stop.\n',
  );
  await until(async () => (await home.ok('delegate', 'ls')) === '', 'none to run');
  const [ended] = await home.json<WireDelegation>('delegate', 'show', id);
  assert.deepEqual(
    ended?.tasks.map(({ status, error }) => [status, error?.includes('enough')]),
    [
      ['interrupted', false],
      ['interrupted', true],
    ],
  );
  assert.match(await home.ok('inbox'), /ASYNC DELEGATION BATCH COMPLETE/);
});

test('one that could not begin is said to be so', async () => {
  const { code, stderr } = await home.run(['delegate', '--on', 'nowhere', 'go on']);
  assert.equal(code, 1);
  assert.match(stderr, /^ringback: .*no environment "nowhere".*\n$/);
});

test('what is wrong is said, and nothing is sent', async () => {
  for (const [args, words] of [
    [['delegate'], /GOAL/],
    [['delegate', 'stop'], /--all/],
    [['delegate', 'stop', '--all', 'x'], /--all/],
    [['delegate', '--to', 'nobody', 'go on'], /own, claude-code/],
    [['delegate', 'show'], /ID/],
  ] as const) {
    const { code, stderr } = await home.run(args);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, words);
  }
});
