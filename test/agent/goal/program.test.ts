import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Client } from '../../../src/client/client.ts';
import { CliHome, until } from '../../cli/cli-home.ts';
import type { Asked } from '../../testbed/model/types.ts';
import { Model as StandIn } from '../../testbed/model.ts';

const standIn = await StandIn.start();
after(() => standIn.stop());
const home = new CliHome(after, {
  agentModel: 'mine/tiny',
  agentProviders: { mine: { baseUrl: `${standIn.url}/v1` } },
  agentIdleSeconds: 1,
});
const variables = { PATH: String(process.env.PATH) };

/** Starts something that ends when a file is there, waits for it, and is done when it has rung. */
function scriptBuild(word: string): string {
  const go = join(home.folder, word);
  const command = `while [ ! -e '${go}' ]; do sleep 0.05; done; echo 42 tests passed`;
  const wait = ({ said }: Asked) => {
    const [, process = ''] = /^(proc_[0-9a-f]{12}): pid/m.exec(said.at(-1)?.text ?? '') ?? [];
    return [{ tool: 'verdict', input: { verdict: 'wait', process, reason: 'the tests run' } }];
  };
  standIn.script(word, [
    [{ tool: 'terminal', input: { command, background: true } }],
    'Started.',
    wait,
    'They pass.',
    [{ tool: 'verdict', input: { verdict: 'done', reason: 'they pass' } }],
  ]);
  return go;
}

/** The programs of Ringback itself that run: daemon and agent. */
async function agentOf(client: Client) {
  const { processes } = await client.list({ system: true, ended: true });
  return processes.find(({ system }) => system === 'agent');
}

const isGoal = (client: Client, id: string, state: string) =>
  until(async () => (await client.conversations.goal(id)).goal?.state === state, `the goal is ${state}`);

test('promise 25: a parked goal asks nobody, the agent leaves, and the ring brings it back', async () => {
  const client = home.client();
  const { conversation_id: id } = await client.conversations.create({ cwd: '/tmp', variables });
  const go = scriptBuild('first goal');
  const set = await client.conversations.setGoal(id, 'the first goal', { client_id: 'mine', turns: 3 });
  assert.deepEqual([set.changed, set.goal?.bounds.turns, set.goal?.bounds.tokens], [true, 3, 20_000_000]);
  assert.equal((await client.conversations.setGoal(id, 'again', { client_id: 'mine' })).changed, false);
  await isGoal(client, id, 'parked');
  const { goal, state } = await client.conversations.get(id);
  assert.deepEqual([state, goal?.waits_for?.kind, goal?.reason], ['idle', 'process', 'the tests run']);
  await until(async () => (await agentOf(client))?.status === 'exited', 'the agent leaves');
  const asked = standIn.requests.length;
  writeFileSync(go, '');
  await until(() => standIn.requests.length > asked, 'it is woken');
  await isGoal(client, id, 'done');
  assert.equal(standIn.requests.length, asked + 2, 'one turn, one judge');
  const { items } = await client.conversations.items(id);
  assert.deepEqual(
    items.map((item) => (item.kind === 'goal' ? item.event : item.kind)),
    [...['set', 'turn', 'step', 'step', 'judged', 'parked', 'woken', 'ring', 'step', 'judged', 'done']],
  );
  const { markdown = '' } = await client.conversations.export(id, 'markdown');
  assert.match(markdown, /\*\(goal judged: wait\)\*\n\n> the tests run/);
  assert.match(markdown, /\*\(goal done\)\*\n\n> they pass/);
});

test('promise 25: agent and daemon are killed while it waits, and it is woken once all the same', async () => {
  const client = home.client();
  const go = scriptBuild('second goal');
  const { stdout } = await home.run(['chat'], { input: '/goal the second goal\n/goal\n' });
  assert.match(
    stdout,
    /◇ Goal set: the second goal\n[\s\S]*Started\.\n◇ Goal waits for proc_[0-9a-f]{12}: the tests run\n$/,
  );
  const [latest] = (await client.conversations.list()).conversations;
  const id = String(latest?.conversation_id);
  const pid = Number((await agentOf(client))?.pid);
  process.kill(pid, 'SIGKILL');
  await home.killDaemon();
  const asked = standIn.requests.length;
  writeFileSync(go, '');
  await until(() => standIn.requests.length >= asked + 2, 'nobody has to look for it to be woken');
  await isGoal(client, id, 'done');
  assert.equal(standIn.requests.length, asked + 2);
  const { stdout: shown } = await home.run(['chat', '--resume', id], { input: '/goal clear\n/goal\n' });
  assert.match(shown, /They pass\.\n◇ Goal reached: they pass\n/);
  assert.equal((await client.conversations.goal(id)).goal, null);
});
