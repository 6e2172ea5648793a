import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { GetTaskResultV2Schema } from '@modelcontextprotocol/ext-tasks/core/v2';
import { CliHome, until } from '../../cli/cli-home.ts';
import { launcher } from '../mcp-client.ts';
import { type Message, RawClient } from '../raw-client.ts';

const home = new CliHome(after);
const declared = { 'io.modelcontextprotocol/tasks': {} };
const flags = { background: true, notify_on_complete: true };

function connect(): RawClient {
  const env = { RINGBACK_HOME: home.folder, CLAUDE_CODE_SESSION_ID: 'abc' };
  const client = new RawClient([launcher, 'mcp'], { name: 'claude-code', env });
  after(() => client.end());
  return client;
}

function callTerminal(client: RawClient, given: object, extensions: object = declared): Promise<Message> {
  return client.modern('tools/call', { name: 'terminal', arguments: given }, extensions);
}

function get(client: RawClient, taskId: string): Promise<Message> {
  return client.modern('tasks/get', { taskId }, declared);
}

/** Its last answer, asked for as a client does. */
async function settled(client: RawClient, taskId: string): Promise<Record<string, unknown>> {
  let answer: Message = {};
  await until(async () => {
    answer = await get(client, taskId);
    return GetTaskResultV2Schema.parse(answer.result).status !== 'working';
  }, `the end of task ${taskId}`);
  return answer.result ?? {};
}

describe('a task of the real daemon', () => {
  it('is answered when the command ends, and its end is told in no other way', async () => {
    const client = connect();
    const { result } = await callTerminal(client, { command: 'sleep 0.3; echo done; exit 3', ...flags });
    assert.equal(result?.resultType, 'task');
    const taskId = String(result?.taskId);
    assert.match(taskId, /^proc_/);
    const meta = result?._meta as Record<string, { modelImmediateResponse: string }>;
    const seen = JSON.parse(meta['com.anthropic/agent-task']?.modelImmediateResponse ?? '') as object;
    assert.deepEqual(pick(seen, 'session_id', 'delivery'), { session_id: taskId, delivery: 'wake' });
    const { status, result: outcome } = await settled(client, taskId);
    assert.equal(status, 'completed', 'the command failed, not Ringback');
    assert.match(JSON.stringify(outcome), /done/);
    const next = await callTerminal(client, { command: 'true' });
    assert.doesNotMatch(JSON.stringify(next.result), /notifications/);
  });

  it('of a command that outlived its call is never older than itself', async () => {
    const { result } = await callTerminal(connect(), { command: 'sleep 1.5', timeout: 1 });
    assert.equal(result?.resultType, 'task');
    assert.ok(String(result?.lastUpdatedAt) >= String(result?.createdAt), JSON.stringify(result));
  });

  it('outlives the daemon and the server that gave it', async () => {
    const first = connect();
    const { result } = await callTerminal(first, { command: 'sleep 1; echo survived', ...flags });
    const taskId = String(result?.taskId);
    await home.killDaemon();
    first.process.kill('SIGKILL');
    const { status, result: outcome } = await settled(connect(), taskId);
    assert.equal(status, 'completed');
    assert.match(JSON.stringify(outcome), /survived/);
  });

  it('that is cancelled ends its command, and stays cancelled', async () => {
    const client = connect();
    const { result } = await callTerminal(client, { command: 'sleep 600', ...flags });
    const taskId = String(result?.taskId);
    const { result: acknowledged } = await client.modern('tasks/cancel', { taskId }, declared);
    assert.equal(acknowledged?.resultType, 'complete');
    assert.equal((await settled(client, taskId)).status, 'cancelled');
    assert.equal((await home.client().get(taskId)).status, 'exited');
  });

  it('is not given to who did not declare it, nor for a command without an end to tell', async () => {
    const client = connect();
    const plain = await callTerminal(client, { command: 'true', ...flags }, {});
    assert.equal(plain.result?.resultType, 'complete');
    const silent = await callTerminal(client, { command: 'true', background: true });
    assert.equal(silent.result?.resultType, 'complete');
  });
});

function pick(from: object, ...names: string[]): object {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}
