/** A delegate of our own dies at each point of its work: its one outcome is the truth about it, told once. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CliHome, until } from '../cli/cli-home.ts';
import { Model as StandIn } from '../testbed/model.ts';
import { failpointsIn } from './support/failpoints.ts';

const model = await StandIn.start();
model.models.push('tiny');
after(() => model.stop());
const home = new CliHome(after, {
  agentModel: 'mine',
  agentProviders: { mine: { baseUrl: `${model.url}/v1` } },
});
const { delegations, notifications } = home.client();

const ofProgram = failpointsIn(['src/delegate/*.ts']);
/** Of its conversation, those that this one passes. */
const ofLoop = [
  'agent:asking',
  'agent:said',
  'agent:call-begun',
  'agent:call-answered',
  'agent:before-finish',
];
assert.ok(ofProgram.length >= 4);

for (const point of [...ofProgram, ...ofLoop])
  test(`promise 24: a delegate killed at ${point} has one outcome, told once`, async () => {
    const goal = `work until ${point}`;
    model.script(goal, [[{ tool: 'terminal', input: { command: 'echo done' } }], 'All done.']);
    const { delegation_id: id } = await delegations.send({
      session_key: `test:${point}`,
      goal,
      env: { PATH: String(process.env.PATH), RINGBACK_DELEGATE_FAILPOINT: point },
    });
    await until(async () => (await delegations.get(id)).state === 'ended', 'its outcome');
    const [task] = (await delegations.get(id)).tasks;
    const hasResult = point === 'delegate:result-written';
    assert.equal(task?.status, hasResult ? 'completed' : 'unknown');
    if (hasResult) assert.equal(task?.result, 'All done.');
    else assert.match(String(task?.error), /SIGKILL/);
    const told = await notifications.history({ session_key: `test:${point}` });
    assert.deepEqual(
      told.map(({ type, event }) => [type, 'status' in event && event.status]),
      [['async_delegation', task?.status]],
    );
    const { processes } = await home.client().list({ ended: false });
    assert.deepEqual(processes, [], 'nothing of it is left');
  });
