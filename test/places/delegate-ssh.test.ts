import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CliHome, until } from '../cli/cli-home.ts';
import { Model as StandIn } from '../testbed/model.ts';
import { sshdIsMissing, startSshd } from '../testbed/servers/sshd.ts';

test('the commands of a delegate run where it was sent, and its loop runs here', {
  skip: sshdIsMissing,
}, async (t) => {
  const undo: (() => Promise<void>)[] = [];
  const server = await startSshd({ after: (one) => undo.unshift(one) });
  const model = await StandIn.start();
  model.models.push('tiny');
  const home = new CliHome((one) => undo.unshift(one), {
    agentModel: 'mine',
    agentProviders: { mine: { baseUrl: `${model.url}/v1` } },
    environments: { far: { type: 'ssh', host: server.host, config: server.config } },
    agentDeny: ['terminal(far: *forbidden*)'],
  });
  t.after(async () => {
    for (const one of undo) await one();
    model.stop();
  });
  const run = (command: string) => [{ tool: 'terminal', input: { command } }];
  model.script('explore', [run('pwd; echo "$HOME" > seen'), run('touch forbidden'), 'It is far away.']);
  const { delegations } = home.client();
  const { delegation_id: id } = await delegations.send({
    session_key: 'test:far',
    goal: 'explore it',
    environment: 'far',
    env: { PATH: String(process.env.PATH), HOME: home.folder },
  });
  await until(async () => (await delegations.get(id)).state === 'ended', 'its end');
  const [task] = (await delegations.get(id)).tasks;
  assert.deepEqual([task?.status, task?.result], ['completed', 'It is far away.'], task?.error);
  assert.equal(readFileSync(join(server.home, 'seen'), 'utf8').trim(), server.home);
  assert.ok(!existsSync(join(server.home, 'forbidden')), 'a rule about the place holds');
  const [first] = model.turnsOf('explore');
  assert.ok(!first?.tools.some((tool) => ['read', 'edit', 'search', 'execute_code'].includes(tool)));
  assert.match(String(first?.said[0]?.text), /Your commands run in the environment far/);
});
