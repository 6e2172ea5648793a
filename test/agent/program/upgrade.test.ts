import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { nodeOptions } from '../../../src/base/programs.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { CliHome, until } from '../../cli/cli-home.ts';
import { Model as StandIn } from '../../testbed/model.ts';

const dist = join(import.meta.dirname, '../../../dist');

/** The agent of a home, from an installation of its own. */
async function startAgent(t: TestContext, home: string) {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-upgrade-'));
  cpSync(dist, join(folder, 'dist'), { recursive: true });
  const program = join(folder, 'dist/agent.js');
  const child = spawn(process.execPath, [...nodeOptions, program, '--home', home], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await exited;
    removeFolder(folder);
  });
  await until(() => existsSync(join(home, 'agent.sock')), 'the agent');
  return {
    pid: child.pid,
    exited,
    upgrade() {
      for (const chunk of globSync(join(folder, 'dist/*.js'))) rmSync(chunk);
      writeFileSync(program, '// another version\n');
    },
  };
}

test('an agent whose files were replaced leaves, and the next one takes the turn', async (t) => {
  const model = await StandIn.start();
  model.models.push('tiny');
  t.after(() => model.stop());
  const config = { agentModel: 'mine', agentProviders: { mine: { baseUrl: `${model.url}/v1` } } };
  const home = new CliHome((clean) => t.after(clean), config);
  const client = home.client();
  const { conversations } = client;
  await client.health();
  const agent = await startAgent(t, home.folder);
  const variables = { PATH: String(process.env.PATH) };
  const { conversation_id: id } = await conversations.create({ cwd: '/tmp', variables });
  model.script('greet', ['Hello.', 'Hello again.']);
  const answered = (text: string) =>
    until(
      async () =>
        (await conversations.items(id)).items.some((one) => one.kind === 'step' && one.text === text),
      text,
    );
  await conversations.send(id, 'greet me');
  await answered('Hello.');
  assert.equal((await client.health()).programs[0]?.state, 'down', 'it is not one of the daemon’s');

  agent.upgrade();
  await conversations.send(id, 'greet me again');
  assert.deepEqual(await agent.exited, [143, null], 'something is left to do');
  await answered('Hello again.');
  assert.equal((await client.health()).programs[0]?.state, 'up');
  assert.equal(model.turnsOf('greet').length, 2);
});
