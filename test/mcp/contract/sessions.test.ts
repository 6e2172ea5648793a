import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { launcher } from '../mcp-client.ts';
import type { Agent } from './agent.ts';
import { says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';
import type { Scene } from './scene.ts';

/** Which session a call of this client belongs to, as people see it. */
async function keyOf(
  scene: Scene,
  client: Client,
  params: { _meta?: object; given?: object } = {},
): Promise<string> {
  const { _meta, given } = params;
  const result = await client.callTool({
    name: 'terminal',
    arguments: { command: 'sleep 1000', background: true, ...given },
    ...(_meta && { _meta: { ..._meta } }),
  });
  const { session_id } = result.structuredContent as { session_id: string };
  return (await scene.person.get(session_id)).session_key;
}

const ids = async (agent: Agent) =>
  ((await agent.process('list')).processes as { session_id: string }[]).map(({ session_id }) => session_id);

type Connecting = NonNullable<Parameters<Scene['connect']>[0]>;
const resolved = (
  rule: string,
  connecting: Connecting,
  params: { _meta?: object; given?: object },
  expected: string,
): Row =>
  row(
    `A session key is resolved for every call: ${rule}`,
    async (_, scene) => keyOf(scene, await scene.connect({ cwd: '/tmp', ...connecting }), params),
    (key) => assert.equal(key, expected),
  );

const rows: readonly Row[] = [
  resolved('given explicitly (`RINGBACK_SESSION`)', { env: { RINGBACK_SESSION: 'mine:1' } }, {}, 'mine:1'),
  resolved(
    'given explicitly (`--session`)',
    { command: [launcher, 'mcp', '--session', 'mine:2'] },
    {},
    'mine:2',
  ),
  resolved(
    'what is given explicitly comes before what the request says',
    { name: 'codex', env: { RINGBACK_SESSION: 'mine:3' } },
    { _meta: { threadId: 't' } },
    'mine:3',
  ),
  row(
    'A session key is resolved for every call: from the agent’s plugin, which writes down where the agent goes on',
    async (_, scene) => {
      const folder = mkdtempSync(join(tmpdir(), 'ringback-session-file-'));
      const file = join(folder, 'session');
      writeFileSync(file, 'claude-code:before\n');
      const env = { RINGBACK_SESSION_FILE: file, CLAUDE_CODE_SESSION_ID: 'before' };
      const client = await scene.connect({ name: 'claude-code', env });
      const before = await keyOf(scene, client);
      writeFileSync(file, 'claude-code:after\n');
      const after = await keyOf(scene, client);
      removeFolder(folder);
      return [before, after, await keyOf(scene, client)];
    },
    (keys) => assert.deepEqual(keys, ['claude-code:before', 'claude-code:after', 'claude-code:before']),
  ),
  resolved(
    'from the request’s metadata (Codex sends its thread id)',
    { name: 'codex-mcp-client', env: { CODEX_THREAD_ID: 'other' } },
    { _meta: { threadId: 'thread-1' } },
    'codex:thread-1',
  ),
  resolved(
    'from the environment (`CLAUDE_CODE_SESSION_ID`)',
    { name: 'claude-code', env: { CLAUDE_CODE_SESSION_ID: 'abc' } },
    {},
    'claude-code:abc',
  ),
  resolved(
    'from the environment (`CODEX_THREAD_ID`)',
    { name: 'codex', env: { CODEX_THREAD_ID: 'def' } },
    {},
    'codex:def',
  ),
  resolved(
    'from the agent’s plugin or hook',
    { name: 'opencode' },
    { given: { ringback_session: 'ses_1' } },
    'opencode:ses_1',
  ),
  resolved(
    'Where nothing tells, the key is the client’s name and folder',
    { name: 'some-editor' },
    {},
    'some-editor:/tmp',
  ),
  row(
    'One connection may serve several sessions (opencode’s does): never take the connection for the session',
    async (_, scene) => {
      const client = await scene.connect({ name: 'opencode' });
      const asked = (ringback_session: string) => scene.agentOf(client).withArguments({ ringback_session });
      const [one, two, nobody] = [asked('ses_one'), asked('ses_two'), scene.agentOf(client)];
      const ringing = { notify_on_complete: true };
      const started = [await one.start('exit 1', ringing), await two.start('exit 2', ringing)];
      for (const { session_id } of started) await scene.ended(session_id);
      return {
        started,
        unknown: [await ids(nobody), nobody.heard],
        heard: [await one.listen(), await two.listen()],
        listed: [await ids(one), await ids(two)],
      };
    },
    ({ started, unknown, heard, listed }) => {
      assert.deepEqual(unknown, [[], []], 'without a word nothing reaches anybody');
      for (const [at, { session_id, delivery }] of started.entries()) {
        assert.equal(delivery, 'next_call');
        assert.equal(heard[at]?.length, 1);
        says(heard[at]?.[0], session_id);
        assert.deepEqual(listed[at], [session_id]);
      }
    },
  ),
  row(
    'name and folder: enough to list and manage its processes, also after a restart',
    async (_, scene) => {
      const before = scene.agentOf(await scene.connect({ name: 'plain', cwd: '/usr' }));
      const { session_id } = await before.start('sleep 1000');
      await before.client.close();
      const after = scene.agentOf(await scene.connect({ name: 'plain', cwd: '/usr' }));
      return { session_id, listed: await ids(after), killed: await after.process('kill', { session_id }) };
    },
    ({ session_id, listed, killed }) => {
      assert.deepEqual(listed, [session_id]);
      assert.equal(killed.status, 'killed');
    },
  ),
  row(
    'Two connections of one program in one folder: what one of them started is told to that one',
    async (_, scene) => {
      const options = { name: 'twin', cwd: '/usr' };
      const [one, two] = [
        scene.agentOf(await scene.connect(options)),
        scene.agentOf(await scene.connect(options)),
      ];
      const { session_id } = await one.start('exit 3', { notify_on_complete: true });
      await scene.ended(session_id);
      return [await two.listen(), await one.listen()];
    },
    ([others, own]) => {
      assert.deepEqual(others, []);
      assert.equal(own?.length, 1);
    },
  ),
  row(
    'Two connections with different sessions never see each other’s processes or notifications',
    async (_, scene) => {
      const connect = async (key: string) =>
        scene.agentOf(await scene.connect({ env: { RINGBACK_SESSION: key } }));
      const [one, two] = [await connect('wall:1'), await connect('wall:2')];
      const { session_id } = await one.start('read x', { stdin: true, notify_on_complete: true });
      const reached = await two.process('kill', { session_id });
      await scene.person.submit(session_id, '');
      await scene.ended(session_id);
      return { reached, listed: await ids(two), heard: [two.heard, await one.listen()] };
    },
    ({ reached, listed, heard }) => {
      assert.equal(reached.status, 'not_found');
      assert.deepEqual(listed, []);
      assert.deepEqual([heard[0]?.length, heard[1]?.length], [0, 1]);
    },
  ),
  row(
    '`session.move(old, new)` carries processes and pending notifications along',
    async (agent, scene) => {
      const moved = scene.newAgent();
      const running = await agent.start('sleep 1000');
      await agent.terminal({ command: 'cd /usr' });
      const ended = await agent.start('exit 5', { notify_on_complete: true });
      await scene.ended(ended.session_id);
      await scene.person.session.move(agent.session ?? '', moved.session ?? '');
      return {
        running,
        old: [await ids(agent), agent.heard],
        heard: await moved.listen(),
        listed: await ids(moved),
        folder: (await moved.terminal({ command: 'pwd' })).output,
      };
    },
    ({ running, old, heard, listed, folder }) => {
      assert.deepEqual(old, [[], []]);
      assert.equal(heard.length, 1);
      says(heard[0], 'exit code 5');
      assert.ok(listed.includes(running.session_id));
      assert.equal(folder, '/usr\n');
    },
  ),
  row(
    '`session.close(key)` ends its rings as suppressed by `session_closed`, still listed',
    async (agent, scene) => {
      const { session_id } = await agent.start('exit 5', { notify_on_complete: true });
      await scene.ended(session_id);
      await scene.person.session.close(agent.session ?? '');
      return { session_id, listed: await ids(agent), told: await scene.told(agent.session ?? '') };
    },
    ({ session_id, listed, told }, agent) => {
      assert.deepEqual(agent.heard, []);
      assert.deepEqual(listed, [session_id]);
      assert.deepEqual(
        told.map(({ state, rule }) => [state, rule]),
        [['suppressed', 'session_closed']],
      );
    },
  ),
  row(
    'A session that is merely away: they wait for it',
    async (_, scene) => {
      const options = { env: { RINGBACK_SESSION: 'away:1' } };
      const before = scene.agentOf(await scene.connect(options));
      const { session_id } = await before.start('read x; exit 4', { stdin: true, notify_on_complete: true });
      await before.client.close();
      await scene.person.submit(session_id, '');
      await scene.ended(session_id);
      return scene.agentOf(await scene.connect(options)).listen();
    },
    (heard) => {
      assert.equal(heard.length, 1);
      says(heard[0], 'exit code 4');
    },
  ),
];

checkRows('Sessions and routing', rows);
