import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  CancelTaskResultV2Schema,
  CreateTaskResultV2Schema,
  GetTaskResultV2Schema,
  UpdateTaskResultV2Schema,
} from '@modelcontextprotocol/ext-tasks/core/v2';
import type { WireTask } from '../../../src/wire/tool.ts';
import { RawClient, standIn } from '../raw-client.ts';

const declared = { 'io.modelcontextprotocol/tasks': {} };
const working: WireTask = {
  task_id: 'proc_0123456789ab',
  status: 'working',
  status_message: 'running for 3s',
  created_at: '2026-11-15T05:00:00.000Z',
  updated_at: '2026-11-15T05:00:03.000Z',
};
const started = { session_id: 'proc_0123456789ab', status: 'running', delivery: 'wake' };

function connect(): RawClient {
  const client = new RawClient(standIn, { name: 'claude-code' });
  after(() => client.end());
  return client;
}

function start(client: RawClient, task: WireTask, extensions: object) {
  const script = { result: started, task };
  return client.modern('tools/call', { name: 'terminal', arguments: script }, extensions);
}

describe('the Tasks extension', () => {
  it('is offered to who asks what the server can do', async () => {
    const { result } = await connect().modern('server/discover', {}, declared);
    const { capabilities, supportedVersions } = result as {
      capabilities: { extensions: object };
      supportedVersions: string[];
    };
    assert.deepEqual(capabilities.extensions, declared);
    assert.ok(supportedVersions.includes('2026-07-28'));
  });

  it('answers a call with a task that tells the model everything', async () => {
    const { result } = await start(connect(), working, declared);
    const parsed = CreateTaskResultV2Schema.parse(result);
    assert.equal(parsed.taskId, working.task_id);
    assert.equal(parsed.ttlMs, null);
    assert.ok(!('content' in (result ?? {})), 'a task is no result');
    const { modelImmediateResponse } = (
      result as { _meta: Record<string, { modelImmediateResponse: string }> }
    )._meta['com.anthropic/agent-task'] ?? { modelImmediateResponse: '' };
    assert.deepEqual(JSON.parse(modelImmediateResponse), started);
  });

  it('is a matter of each request: one that did not declare it gets a plain result', async () => {
    const client = connect();
    await start(client, working, declared);
    const { result } = await start(client, working, {});
    assert.equal(result?.resultType, 'complete');
    assert.deepEqual(result?.structuredContent, started);
    const calls = client.heard.all.filter(({ event }) => event === 'call');
    const reaches = calls.map(({ call }) => (call as { reach: string }).reach);
    assert.deepEqual(reaches, ['task', 'ride']);
  });

  it('shows how a task is, and its result when it has one', async () => {
    const client = connect();
    await start(client, working, declared);
    const running = await client.modern('tasks/get', { taskId: working.task_id }, declared);
    assert.equal(GetTaskResultV2Schema.parse(running.result).status, 'working');
    await start(client, { ...working, status: 'completed', result: { exit_code: 3 } }, declared);
    const ended = await client.modern('tasks/get', { taskId: working.task_id }, declared);
    const parsed = GetTaskResultV2Schema.parse(ended.result);
    assert.equal(parsed.status, 'completed', 'a command that failed is a completed task');
    assert.deepEqual(ended.result?.result, {
      resultType: 'complete',
      content: [{ type: 'text', text: '{"exit_code":3}' }],
      structuredContent: { exit_code: 3 },
    });
  });

  it('acknowledges updates and cancels with nothing, and the task ends cancelled', async () => {
    const client = connect();
    await start(client, working, declared);
    const params = { taskId: working.task_id };
    const updated = await client.modern('tasks/update', { ...params, inputResponses: {} }, declared);
    UpdateTaskResultV2Schema.parse(updated.result);
    const cancelled = await client.modern('tasks/cancel', params, declared);
    CancelTaskResultV2Schema.parse(cancelled.result);
    const { result } = await client.modern('tasks/get', params, declared);
    assert.equal(GetTaskResultV2Schema.parse(result).status, 'cancelled');
  });

  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    it(`${method} knows no unknown id, and no client that did not declare it`, async () => {
      const client = connect();
      const params = { taskId: 'proc_000000000000' };
      assert.equal((await client.modern(method, params, declared)).error?.code, -32602);
      assert.equal((await client.modern(method, params, {})).error?.code, -32021);
    });
  }

  it('does not exist for older clients', async () => {
    const client = connect();
    const { result } = await client.initialize('2025-06-18');
    assert.equal((result as { protocolVersion: string }).protocolVersion, '2025-06-18');
    const called = await client.call({ result: started, task: working });
    assert.deepEqual(called.result?.structuredContent, started);
    assert.equal((await client.request('tasks/get', { taskId: working.task_id })).error?.code, -32601);
  });
});
