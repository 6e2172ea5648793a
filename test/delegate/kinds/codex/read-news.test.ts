import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Account } from '../../../../src/delegate/kinds/codex/account.ts';
import { judge, readQuestion, withoutPerson } from '../../../../src/delegate/kinds/codex/questions.ts';
import { type Call, type Event, readNews } from '../../../../src/delegate/kinds/codex/read-news.ts';
import { scriptOf } from '../../../../src/delegate/kinds/codex/script-of.ts';
import type { Permission } from '../../../../src/delegate/runner.ts';

// Recorded from Codex 0.166.0, and shortened.
const shell = (status: string) =>
  `{"item":{"type":"commandExecution","id":"call_3","command":"/bin/bash -lc 'echo hi; touch x'","cwd":"/w","processId":null,"source":"agent","status":"${status}","commandActions":[{"type":"unknown","command":"echo hi; touch x"}],"exitCode":null},"threadId":"main","turnId":"t1"}`;
const patch =
  '{"item":{"type":"fileChange","id":"call_4","changes":[{"path":"/w/a","kind":{"type":"add"},"diff":"no\\n"},{"path":"/w/b","kind":{"type":"add"},"diff":"no\\n"}],"status":"inProgress"},"threadId":"main","turnId":"t1"}';
const mcp =
  '{"item":{"type":"mcpToolCall","id":"call_5","server":"github","tool":"delete_repo","status":"inProgress","arguments":{"name":"x"}},"threadId":"main","turnId":"t1"}';
const said = (thread: string, text: string) =>
  `{"item":{"type":"agentMessage","id":"msg_8","text":"${text}","phase":null,"memoryCitation":null},"threadId":"${thread}","turnId":"t1"}`;
const usage = (thread: string, input: number) =>
  `{"threadId":"${thread}","turnId":"t1","tokenUsage":{"total":{"totalTokens":15,"inputTokens":${input},"cachedInputTokens":4,"outputTokens":5},"last":{"inputTokens":10},"modelContextWindow":258400}}`;
const turn = (status: string, error: string) =>
  `{"threadId":"main","turn":{"id":"t1","rootTurnId":"t1","items":[],"status":"${status}","error":${error},"durationMs":544}}`;
const failed =
  '{"message":"unexpected status 401 Unauthorized: bad key","codexErrorInfo":{"httpConnectionFailed":{"httpStatusCode":401}},"additionalDetails":null}';

const read = (method: string, params: string): Event | undefined => readNews(method, JSON.parse(params));

describe('what Codex tells', () => {
  test('is read as what happens', () => {
    assert.deepEqual(read('item/started', shell('inProgress')), {
      kind: 'call',
      id: 'call_3',
      call: { tool: 'terminal', inputs: [{ command: 'echo hi; touch x', workdir: '/w' }] },
      about: 'echo hi; touch x',
    });
    assert.deepEqual(read('item/completed', shell('declined')), {
      kind: 'answered',
      id: 'call_3',
      isError: true,
    });
    assert.deepEqual(callOf(patch), { tool: 'edit', inputs: [{ path: '/w/a' }, { path: '/w/b' }] });
    const ours = mcp.replace('github', 'ringback').replace('delete_repo', 'terminal');
    assert.equal(callOf(ours).tool, 'terminal');
    assert.deepEqual(callOf(mcp), { tool: 'github_delete_repo', inputs: [{ name: 'x' }] });
    assert.deepEqual(read('item/completed', said('main', 'All.')), {
      kind: 'said',
      thread: 'main',
      text: 'All.',
    });
    for (const method of ['item/agentMessage/delta', 'item/reasoning/textDelta', 'item/started'])
      assert.deepEqual(readNews(method, { item: { type: 'reasoning' } }), { kind: 'alive' });
  });

  test('is no sign of life where it only tries again, or says how it is', () => {
    for (const method of ['error', 'thread/status/changed', 'account/rateLimits/updated', 'warning'])
      assert.equal(readNews(method, {}), undefined);
  });

  test('adds up to a report, also of its sub-agents', () => {
    const account = accountOf([
      read('thread/tokenUsage/updated', usage('main', 10)),
      read('thread/tokenUsage/updated', usage('main', 20)),
      read('thread/tokenUsage/updated', usage('inner', 7)),
      read('item/completed', said('main', 'All.')),
      read('item/completed', said('inner', 'Part.')),
      read('model/rerouted', '{"threadId":"main","turnId":"t1","fromModel":"a","toModel":"b","reason":"x"}'),
      read('turn/completed', turn('completed', 'null')),
    ]);
    const figures = { apiCalls: 3, inputTokens: 27, outputTokens: 10, model: 'b' };
    assert.deepEqual(account.completed([]), { status: 'completed', result: 'All.', ...figures });
    assert.deepEqual(account.interrupted(), { status: 'interrupted', result: 'All.', ...figures });
    const died = account.died({ code: null, signal: 'SIGKILL', stderr: '' });
    assert.equal(died.error, 'Codex was ended by SIGKILL, without a result.');
  });

  test('is told with what went wrong', () => {
    const login = accountOf([read('turn/completed', turn('failed', failed))]).completed([]);
    assert.deepEqual([login.status, login.result], ['error', '']);
    assert.match(login.error ?? '', /not logged in.*bad key/);
    const other = failed.replace('401}}', '500}}').replace('401 Unauthorized', '500');
    const { status, error } = accountOf([read('turn/completed', turn('failed', other))]).completed([]);
    assert.deepEqual([status, error], ['failed', 'Codex: unexpected status 500: bad key']);
  });
});

describe('a question of Codex', () => {
  const open = new Map([
    ['call_4', { call: callOf(patch) }],
    ['call_5', { call: callOf(mcp), server: 'github' }],
  ]);

  test('is about the call that it has told of', () => {
    const asked = readQuestion('item/fileChange/requestApproval', { itemId: 'call_4', reason: null }, open);
    assert.deepEqual(asked?.call, callOf(patch));
    assert.deepEqual(
      [asked?.answer(true), asked?.answer(false)],
      [{ decision: 'accept' }, { decision: 'decline' }],
    );
    const paths: unknown[] = [];
    const mayCall = (_: string, input: unknown): Permission => {
      paths.push(input);
      return paths.length < 2 ? { allow: true } : { allow: false, reason: 'No.' };
    };
    const permission = judge(callOf(patch), mayCall, undefined);
    assert.deepEqual(permission, { allow: false, reason: 'No.' });
  });

  test('about a command has it, and one about the network none', () => {
    const about = (params: object) =>
      readQuestion('item/commandExecution/requestApproval', { itemId: 'call_3', ...params }, open)?.call;
    assert.deepEqual(about({ command: "/bin/bash -lc 'rm -r x'", cwd: '/w' }), {
      tool: 'terminal',
      inputs: [{ command: 'rm -r x', workdir: '/w' }],
    });
    const seen: unknown[] = [];
    const mayCall = (_: string, input: unknown): Permission => {
      seen.push(input);
      return { allow: true };
    };
    judge({ tool: 'terminal', inputs: [{ command: 'ls' }] }, mayCall, 'gpu');
    assert.deepEqual(seen, [{ environment: 'gpu', command: 'ls' }]);
    const context = { host: 'example.com', protocol: 'https' };
    assert.deepEqual(about({ networkApprovalContext: context }), {
      tool: 'network_access',
      inputs: [context],
    });
  });

  test('of a server is answered when it is about its tool', () => {
    const params = { serverName: 'github', mode: 'form', _meta: { codex_approval_kind: 'mcp_tool_call' } };
    const asked = readQuestion('mcpServer/elicitation/request', params, open);
    assert.equal(asked?.call.tool, 'github_delete_repo');
    assert.deepEqual(asked?.answer(false), { action: 'decline', content: null });
    const other = { serverName: 'github', mode: 'form', _meta: null, message: 'Your name?' };
    assert.equal(readQuestion('mcpServer/elicitation/request', other, open), undefined);
    assert.deepEqual(withoutPerson('mcpServer/elicitation/request'), { action: 'decline', content: null });
  });

  test('for more permissions is granted as a whole, or not', () => {
    const params = { itemId: 'call_9', permissions: { network: { enabled: true } } };
    const asked = readQuestion('item/permissions/requestApproval', params, open);
    assert.deepEqual(asked?.call, { tool: 'request_permissions', inputs: [params.permissions] });
    assert.deepEqual(asked?.answer(false), { permissions: {}, scope: 'turn' });
  });
});

test('a command is the script that the model wrote, without its shell', () => {
  for (const [command, script] of [
    ['/bin/bash -lc ls', 'ls'],
    ["/bin/bash -lc 'echo hi; touch x'", 'echo hi; touch x'],
    [`/usr/bin/zsh -lc "it's \\"so\\" for \\$5"`, `it's "so" for $5`],
    [`bash -c 'it'"'"'s so'`, "it's so"],
    ["/bin/bash -lc 'a\nb'", 'a\nb'],
    ['python3 -c print', 'python3 -c print'],
    ["bash -lc 'a' b", "bash -lc 'a' b"],
  ] as const)
    assert.equal(scriptOf(command), script);
});

function callOf(item: string): Call {
  const event = read('item/started', item);
  assert.equal(event?.kind, 'call');
  return event.call;
}

function accountOf(events: readonly (Event | undefined)[]): Account {
  const account = new Account();
  for (const event of events) if (event) account.saw(event, 'main');
  return account;
}
