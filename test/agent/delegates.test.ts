import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { CliHome } from '../cli/cli-home.ts';
import { Model as StandIn } from '../testbed/model.ts';
import { Viewer } from './program/viewer.ts';

const KEY = 'a-key-that-nobody-else-has';
const model = await StandIn.start();
model.models.push('tiny');
after(() => model.stop());
const home = new CliHome(after, {
  agentProviders: { mine: { baseUrl: `${model.url}/v1`, apiKeyEnv: 'KEY_OF_MINE' } },
});

test('promise 17: a delegate has the model and the key of the conversation; its commands, and the disk, do not', async (t) => {
  const { conversations } = home.client();
  const { conversation_id: id } = await conversations.create({
    cwd: '/tmp',
    model: 'mine/tiny',
    variables: { PATH: String(process.env.PATH), KEY_OF_MINE: KEY },
  });
  model.script('ask around', [
    [{ tool: 'delegate', input: { goal: 'find the tower' } }],
    'Somebody looks for it.',
  ]);
  // What wakes the conversation has the goal in it.
  model.script('find the tower', [
    [{ tool: 'terminal', input: { command: 'echo "key=[$KEY_OF_MINE] in $PWD"' } }],
    'It is in the north.',
    'They have found it.',
  ]);
  const viewer = new Viewer(t, home.client(), id, 0);
  await conversations.send(id, 'ask around');
  await viewer.idle('step They have found it.');
  assert.match(String(viewer.said.find((one) => one.startsWith('ring '))), /It is in the north\./);
  const [delegation] = await home.client().delegations.list({ session_key: id });
  assert.equal(delegation?.status, 'completed');
  assert.match(JSON.stringify(model.turnsOf('find the tower')), /key=\[\] in \/tmp/);
  const grep = spawnSync('grep', ['-rlaFs', KEY, home.folder], { encoding: 'utf8' });
  assert.equal(grep.stdout, '');
});
