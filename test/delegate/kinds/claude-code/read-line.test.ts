import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Account } from '../../../../src/delegate/kinds/claude-code/account.ts';
import { answerTo } from '../../../../src/delegate/kinds/claude-code/answer.ts';
import { aboutCall, ourCall } from '../../../../src/delegate/kinds/claude-code/our-call.ts';
import { type Event, readLine } from '../../../../src/delegate/kinds/claude-code/read-line.ts';

const kindsOf = (lines: readonly string[]): string[] => lines.flatMap(readLine).map(({ kind }) => kind);
const end = { code: 0, signal: null, stderr: '' };

// Recorded from Claude Code 2.1.325, and shortened.
const heard =
  '{"type":"user","message":{"role":"user","content":"BUILD it"},"session_id":"fdd7","parent_tool_use_id":null,"uuid":"1111","isReplay":true}';
const began =
  '{"type":"stream_event","event":{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-5-5","content":[]}},"session_id":"fdd7","parent_tool_use_id":null,"uuid":"2222"}';
const token =
  '{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"All"}},"session_id":"fdd7","parent_tool_use_id":null,"uuid":"3333"}';
const called =
  '{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{"type":"thinking","thinking":"","signature":""},{"type":"tool_use","id":"toolu_2","name":"Bash","input":{"command":"echo hi","description":"say hi"}}],"stop_reason":null},"parent_tool_use_id":null,"session_id":"fdd7","uuid":"4444"}';
const hook =
  '{"type":"control_request","request_id":"0742","request":{"subtype":"hook_callback","callback_id":"before","input":{"session_id":"fdd7","cwd":"/w","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"echo hi","description":"say hi"},"tool_use_id":"toolu_2"},"tool_use_id":"toolu_2"}}';
const mayI =
  '{"type":"control_request","request_id":"3b5c","request":{"subtype":"can_use_tool","tool_name":"Bash","display_name":"Bash","input":{"command":"echo hi"},"tool_use_id":"toolu_2"}}';
const answered =
  '{"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_2","type":"tool_result","content":"hi","is_error":false}]},"parent_tool_use_id":null,"session_id":"fdd7","uuid":"5555"}';
const said =
  '{"type":"assistant","message":{"id":"msg_3","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{"type":"text","text":"All done."}],"stop_reason":null},"parent_tool_use_id":null,"session_id":"fdd7","uuid":"6666"}';
const background =
  '{"type":"system","subtype":"background_tasks_changed","tasks":[{"task_id":"b924","run_id":"0mw","task_type":"local_bash","description":"x"}],"uuid":"7777","session_id":"fdd7"}';
const result =
  '{"duration_api_ms":188,"stop_reason":"end_turn","session_id":"fdd7","total_cost_usd":0.0003744,"usage":{"input_tokens":18},"modelUsage":{"claude-opus-5-5":{"inputTokens":18,"outputTokens":15,"cacheReadInputTokens":12,"cacheCreationInputTokens":0,"costUSD":0.0003744}},"is_error":false,"num_turns":3,"subtype":"success","result":"All done.","type":"result"}';
const noLogin =
  '{"type":"assistant","message":{"id":"a54a","model":"<synthetic>","role":"assistant","type":"message","content":[{"type":"text","text":"Not logged in · Please run /login"}]},"parent_tool_use_id":null,"session_id":"df32","uuid":"8888","error":"authentication_failed"}';
const aborted =
  '{"duration_api_ms":0,"session_id":"2a6b","total_cost_usd":0,"modelUsage":{},"terminal_reason":"aborted_streaming","is_error":true,"num_turns":2,"subtype":"error_during_execution","errors":["[ede_diagnostic] result_type=user"],"type":"result"}';

describe('what Claude Code prints', () => {
  test('is read as what happens', () => {
    assert.deepEqual(kindsOf([heard, began, token]), ['heard', 'asked-model', 'alive']);
    assert.deepEqual(readLine(called), [
      { kind: 'asked-model', id: 'msg_1', model: 'claude-opus-5-5' },
      { kind: 'call', id: 'toolu_2', tool: 'Bash', input: { command: 'echo hi', description: 'say hi' } },
    ]);
    assert.deepEqual(kindsOf([hook, mayI]), ['permission', 'permission']);
    assert.deepEqual(readLine(answered), [{ kind: 'answered', id: 'toolu_2', isError: false }]);
    assert.deepEqual(readLine(background), [
      { kind: 'background', tasks: [{ type: 'local_bash', about: 'x' }] },
    ]);
  });

  test('says nothing where it is not understood, or comes from a model that hangs', () => {
    const lines = ['', 'Warning: old', '{"type":"keep_alive"}', '{"type":"assistant"}', token.slice(0, 50)];
    const ping = '{"type":"stream_event","event":{"type":"ping"}}';
    assert.deepEqual(kindsOf([...lines, ping]), []);
  });

  test('adds up to a report', () => {
    assert.deepEqual(reportOf([heard, began, called, answered, said, result]), {
      status: 'completed',
      result: 'All done.',
      apiCalls: 2,
      model: 'claude-opus-5-5',
      cost: 0.0003744,
      inputTokens: 30,
      outputTokens: 15,
    });
  });

  test('of a sub-agent is not what it says itself', () => {
    const inner = said
      .replace('"parent_tool_use_id":null', '"parent_tool_use_id":"toolu_9"')
      .replace('All', 'Part');
    assert.equal(reportOf([said, inner]).result, 'All done.');
  });

  test('is told with what went wrong', () => {
    assert.match(reportOf([noLogin, aborted]).error ?? '', /not logged in/);
    const { status, error } = reportOf([said, aborted]);
    assert.deepEqual([status, error], ['failed', 'Claude Code: [ede_diagnostic] result_type=user']);
    const stopped = account([said, aborted]).report(end, true, []);
    assert.deepEqual(
      [stopped.status, stopped.result, stopped.error],
      ['interrupted', 'All done.', undefined],
    );
    const left = account([said, result]).report(end, false, ['npm start']);
    assert.match(left.error ?? '', /was ended: npm start/);
    const died = account([said]).report({ code: 1, signal: null, stderr: 'out of memory\n' }, false, []);
    assert.deepEqual([died.status, died.result], ['error', 'All done.']);
    assert.match(died.error ?? '', /ended with code 1, without a result. It said: out of memory/);
  });
});

describe('a question of Claude Code', () => {
  const no = { allow: false, reason: 'No.' } as const;

  test('before a call is answered with a no or nothing, where it is unsure with yes or no', () => {
    const [before, unsure] = [hook, mayI].flatMap(readLine) as Extract<Event, { kind: 'permission' }>[];
    assert.ok(before && unsure);
    assert.equal(before.folder, '/w');
    assert.deepEqual(answerTo(before, { allow: true }), {});
    assert.match(JSON.stringify(answerTo(before, no)), /"deny".*"No\."/);
    assert.deepEqual(answerTo(unsure, { allow: true }), {
      behavior: 'allow',
      updatedInput: { command: 'echo hi' },
    });
    assert.deepEqual(answerTo(unsure, no), { behavior: 'deny', message: 'No.' });
  });

  test('is one about a call of ours where there is such a call', () => {
    const ours = (tool: string, input: Record<string, unknown>) => ourCall({ tool, input });
    assert.deepEqual(ours('Bash', { command: 'ls' }).tool, 'terminal');
    assert.deepEqual(
      ourCall({ tool: 'Bash', input: { command: 'ls' } }, { folder: '/w', environment: 'gpu' }),
      {
        tool: 'terminal',
        input: { command: 'ls', workdir: '/w', environment: 'gpu' },
      },
    );
    for (const server of ['ringback', 'plugin_ringback_ringback'])
      assert.equal(ours(`mcp__${server}__terminal`, {}).tool, 'terminal');
    for (const tool of ['Write', 'Edit', 'MultiEdit'])
      assert.deepEqual(ours(tool, { file_path: '/a' }), { tool: 'edit', input: { path: '/a' } });
    assert.deepEqual(ours('NotebookEdit', { notebook_path: '/a' }).input, { path: '/a' });
    assert.deepEqual(ours('Read', { file_path: '/a' }), { tool: 'read', input: { path: '/a' } });
    assert.deepEqual(ours('mcp__x__y', { a: 1 }), { tool: 'x_y', input: { a: 1 } });
    assert.deepEqual(ours('WebFetch', { url: 'x' }), { tool: 'WebFetch', input: { url: 'x' } });
    assert.equal(aboutCall({ tool: 'Write', input: { content: 'x', file_path: '/a' } }), '/a');
    assert.equal(aboutCall({ tool: 'Other', input: { content: 'x' } }), '');
  });
});

function account(lines: readonly string[]): Account {
  const sum = new Account();
  for (const event of lines.flatMap(readLine)) sum.saw(event);
  return sum;
}

const reportOf = (lines: readonly string[]) => account(lines).report(end, false, []);
