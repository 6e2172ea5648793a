import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Call, ourCalls, updatedCall } from '../../../src/delegate/acp/calls.ts';
import { answerTo } from '../../../src/delegate/acp/permission.ts';
import { Transcript } from '../../../src/delegate/acp/transcript.ts';
import type { Progress } from '../../../src/delegate/runner.ts';

function told(...updates: readonly object[]) {
  const seen: Progress[] = [];
  const transcript = new Transcript(
    (progress) => progress.kind !== 'alive' && seen.push(progress),
    ({ firstTitle }) => firstTitle,
  );
  for (const update of updates) transcript.update({ ...update });
  return { seen, transcript };
}

const said = (text: string, messageId?: string) => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
  ...(messageId && { messageId }),
});
const call = (fields: object) => ({ sessionUpdate: 'tool_call', toolCallId: 'c1', ...fields });
const update = (fields: object) => ({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', ...fields });

describe('what an agent tells over ACP', () => {
  test('messages are whole where another one or a call begins', () => {
    const { seen, transcript } = told(
      said('I look', 'm1'),
      said(' first.\n', 'm1'),
      said('Now.', 'm2'),
      call({ title: 'bash', kind: 'execute', status: 'pending', rawInput: {} }),
      update({ status: 'in_progress', title: 'ls -l', rawInput: { command: 'ls -l' } }),
      update({ status: 'in_progress' }),
      update({ status: 'completed', title: 'ls -l' }),
      { sessionUpdate: 'usage_update', cost: { amount: 0.25, currency: 'USD' } },
      said('Done', 'm3'),
    );
    assert.deepEqual(seen, [
      { kind: 'text', text: 'I look first.' },
      { kind: 'text', text: 'Now.' },
      { kind: 'call', id: 'c1', tool: 'bash', about: 'ls -l' },
      { kind: 'answered', id: 'c1', isError: false },
    ]);
    assert.equal(transcript.lastText, 'Done');
    assert.equal(transcript.cost, 0.25);
  });

  test('a call that is only told of when it has failed was one', () => {
    const { seen, transcript } = told(
      said('Try.'),
      update({ status: 'failed', title: 'a.txt', kind: 'read' }),
    );
    assert.deepEqual(seen.slice(1), [
      { kind: 'call', id: 'c1', tool: 'a.txt', about: 'a.txt' },
      { kind: 'answered', id: 'c1', isError: true },
    ]);
    assert.equal(transcript.lastText, 'Try.');
  });
});

describe('what rules are asked about', () => {
  const ours = (...updates: readonly object[]) => {
    let known: Call | undefined;
    for (const one of updates) known = updatedCall(known, { ...one });
    assert.ok(known);
    return ourCalls(known, 'their_name');
  };

  test('commands, edits and reads are ours', () => {
    assert.deepEqual(ours({ title: 'git push', kind: 'execute' }), [
      { tool: 'terminal', input: { command: 'git push' } },
    ]);
    assert.deepEqual(
      ours(
        { title: 'bash', kind: 'execute' },
        { title: 'Push', rawInput: { command: 'git push', workdir: '/src' } },
      ),
      [{ tool: 'terminal', input: { command: 'git push', workdir: '/src' } }],
    );
    assert.deepEqual(
      ours({ kind: 'edit', locations: [{ path: '/a' }], content: [{ type: 'diff', path: '/b' }] }),
      [
        { tool: 'edit', input: { path: '/a' } },
        { tool: 'edit', input: { path: '/b' } },
      ],
    );
    assert.deepEqual(ours({ kind: 'read', rawInput: { filePath: '/a' } }), [
      { tool: 'read', input: { path: '/a' } },
    ]);
  });

  test('a question about something else does not change what a call is', () => {
    const outside = { title: 'external_directory', kind: 'other', rawInput: { filepath: '/etc/passwd' } };
    assert.deepEqual(ours({ title: 'read', kind: 'read', rawInput: { filePath: '/etc/passwd' } }, outside), [
      { tool: 'read', input: { path: '/etc/passwd' } },
    ]);
  });

  test('everything else has the name that the agent gives it', () => {
    assert.deepEqual(ours({ title: 'Fetching', kind: 'fetch', rawInput: { url: 'x' } }), [
      { tool: 'their_name', input: { title: 'Fetching', url: 'x' } },
    ]);
  });

  test('an answer is for one call where that is offered', () => {
    const options = ['allow_always', 'allow_once', 'reject_once'].map((kind) => ({
      kind,
      optionId: `the ${kind}`,
    }));
    assert.deepEqual(answerTo(options, true), {
      outcome: { outcome: 'selected', optionId: 'the allow_once' },
    });
    assert.deepEqual(answerTo(options, false), {
      outcome: { outcome: 'selected', optionId: 'the reject_once' },
    });
    assert.deepEqual(answerTo(options.slice(0, 1), false), { outcome: { outcome: 'cancelled' } });
  });
});
