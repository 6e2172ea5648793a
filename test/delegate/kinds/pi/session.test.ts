import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Account } from '../../../../src/delegate/kinds/pi/account.ts';
import { aboutCall, ourCall } from '../../../../src/delegate/kinds/pi/our-call.ts';
import { readAnswer, readRecord } from '../../../../src/delegate/kinds/pi/read-record.ts';

const usage = { input: 6, output: 5, cacheRead: 4, cacheWrite: 0, cost: { total: 0.25 } };
const answer = (text: string, stopReason: string, more: object = {}) => {
  const content = text === '' ? [{ type: 'toolCall', name: 'bash' }] : [{ type: 'text', text }];
  const message = {
    role: 'assistant',
    content,
    provider: 'standin',
    model: 'small',
    stopReason,
    usage,
    ...more,
  };
  const read = readAnswer(message);
  assert.ok(read);
  return read;
};

function reported(isStopped: boolean, ...answers: readonly ReturnType<typeof answer>[]) {
  const account = new Account();
  for (const one of answers) account.saw(one);
  return account.report(isStopped);
}

test('what pi has said and used is in its messages', () => {
  const used = { apiCalls: 2, cost: 0.5, inputTokens: 20, outputTokens: 10, model: 'standin/small' };
  const call = answer('', 'toolUse');
  assert.deepEqual(reported(false, call, answer('Done.', 'stop')), {
    status: 'completed',
    result: 'Done.',
    ...used,
  });
  assert.equal(reported(true, answer('So far', 'aborted')).status, 'interrupted');
  assert.equal(reported(false, call).error, 'pi ended its turn without a word.');
  assert.match(reported(false, answer('Long', 'length')).error ?? '', /most tokens/);
  const { status, error, result, apiCalls } = reported(
    false,
    answer('One.', 'toolUse'),
    answer('', 'error', { errorMessage: '400 no' }),
  );
  assert.deepEqual([status, error, result, apiCalls], ['failed', 'pi: 400 no', 'One.', 1]);
});

test('of the lines of pi only what matters is read', () => {
  const records = [
    '{"type":"agent_settled"}',
    '{"type":"response","id":"a","command":"prompt","success":false,"error":"No model"}',
    '{"type":"tool_execution_start","toolCallId":"c","toolName":"bash","args":{"command":"ls"}}',
    '{"type":"queue_update"}',
    'A warning',
  ].map(readRecord);
  assert.deepEqual(
    records.map((record) => record?.type),
    ['agent_settled', 'response', 'tool_execution_start', undefined, undefined],
  );
  assert.equal(readAnswer({ role: 'user', content: 'HELLO' }), undefined);
});

test('a call of pi is one of ours', () => {
  assert.deepEqual(ourCall('bash', { command: 'ls', timeout: 5 }), {
    tool: 'terminal',
    input: { command: 'ls' },
  });
  assert.deepEqual(ourCall('write', { path: 'a', content: 'x' }), {
    tool: 'edit',
    input: { path: 'a' },
  });
  assert.equal(ourCall('magic', {}).tool, 'magic');
  assert.equal(aboutCall({ path: 'a', content: 'x' }), 'a');
});
