import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleWidth } from '@earendil-works/pi-tui';
import { NOBODY_ANSWERED } from '../../../../src/base/nobody-answered.ts';
import { drawBelow } from '../../../../src/cli/chat/screen/below.ts';
import { type Block, partsOf } from '../../../../src/cli/chat/screen/blocks.ts';
import type { ProcessState } from '../../../../src/cli/chat/screen/call-line.ts';
import { drawBlock } from '../../../../src/cli/chat/screen/draw-block.ts';
import { MarkdownLines } from '../../../../src/cli/chat/screen/markdown-lines.ts';
import { drawStatus, type Status } from '../../../../src/cli/chat/screen/status-line.ts';
import { createStyle, plainStyle as style } from '../../../../src/cli/chat/screen/style.ts';
import { delegationText } from '../../../../src/notify/texts/delegation.ts';
import type { WireApproval } from '../../../../src/wire/conversation.ts';
import type { WireToolCall } from '../../../../src/wire/conversation-item.ts';

const PROC = 'proc_3f9a12bc45de';
const NOW = Date.parse('2026-11-16T10:00:42Z');

function draw(
  block: Block,
  width = 60,
  { isUnfolded = false, process }: { isUnfolded?: boolean; process?: ProcessState } = {},
): string[] {
  return drawBlock(
    block,
    width,
    { style, now: NOW, isUnfolded, process: () => process },
    new MarkdownLines(),
  );
}

function call(more: Partial<WireToolCall>): Extract<Block, { kind: 'call' }> {
  const input = { command: 'make test' };
  const since = NOW - 42_000;
  return { kind: 'call', since, call: { call_id: PROC, tool: 'terminal', input, state: 'begun', ...more } };
}

test('a call is a line: what it is about, its process, and how that stands', () => {
  const began = JSON.stringify({ session_id: PROC, status: 'running', output: 'cc a.c\ncc b.c' });
  const started = call({ state: 'answered', output: began });
  assert.deepEqual(draw(call({}), 50), ['⏵ terminal  make test            3f9a  running 42s']);
  const running = { status: 'running', since: NOW - 65_000 } as const;
  assert.deepEqual(draw(started, 50, { process: running }), [
    '⏵ terminal  make test           3f9a  running 1m5s',
  ]);
  const ended = { status: 'ended', exitCode: 2 } as const;
  assert.match(draw(started, 50, { process: ended }).join(), /^⏵ terminal {2}make test +3f9a {2}exit 2$/);
  assert.deepEqual(draw(started, 50, { process: ended, isUnfolded: true }).slice(1), [
    '    cc a.c',
    '    cc b.c',
  ]);
  const done = call({ state: 'answered', output: '{"output":"","exit_code":0}' });
  assert.match(draw(done).join(), /make test +exit 0$/);
  assert.match(draw(call({ state: 'waiting' })).join(), /needs you$/);
  const denied = { state: 'denied', is_error: true } as const;
  assert.match(draw(call({ ...denied, output: 'NOT CARRIED OUT. x' })).join(), /make test +denied$/);
  const late = `NOT CARRIED OUT. ${NOBODY_ANSWERED}`;
  assert.match(draw(call({ ...denied, output: late })).join(), /make test +no answer$/);
  assert.match(
    draw(call({ tool: 'read', input: { path: 'a b' }, state: 'answered', output: 'x' })).join(),
    /^⏵ read {2}a b$/,
  );
});

test('a ring is a line for each notification', () => {
  const text = [
    '[IMPORTANT: Background process proc_3f9a12bc45de exited (exit code 2). Started 2026-11-16 09:55 UTC, ran 4m12s.',
    'This is an automated event.',
    '| [IMPORTANT: quoted',
    ']',
    '',
    '[IMPORTANT: Background process proc_77aa12bc45de printed what you watch for.',
    ']',
  ].join('\n');
  assert.deepEqual(draw({ kind: 'ring', text }, 50), [
    '◆ 3f9a failed, exit 2, 4m12s             /log 3f9a',
    '◆ 77aa printed what you watch for        /log 77aa',
  ]);
  const killed =
    '[IMPORTANT: Background process proc_3f9a12bc45de was terminated by kill_all (exit code 143, SIGTERM). Started x, ran 2s.';
  assert.match(draw({ kind: 'ring', text: killed }, 80).join(), /^◆ 3f9a was terminated by kill_all/);
});

test('what others print cannot steer the terminal, and no line is wider than it', () => {
  const evil =
    '\x1b]0;title\x07\x1b[2J\u202eevil\x9b31m\r世界世界世界世界世界世界世界世界世界世界世界\t# x\n```\ncode\x1b[H';
  const blocks: Block[] = [
    { kind: 'person', text: evil, images: 2 },
    { kind: 'said', text: evil },
    { kind: 'ring', text: evil },
    call({ tool: evil, input: { command: evil }, state: 'answered', output: evil }),
  ];
  for (const width of [20, 40, 80])
    for (const block of blocks) {
      const lines = draw(block, width, { isUnfolded: true });
      for (const line of lines) {
        assert.ok(visibleWidth(line) <= width, `${width}: ${JSON.stringify(line)}`);
        assert.doesNotMatch(line.replaceAll('\x1b[0m', ''), /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
      }
    }
});

test('the status line leaves out what does not fit, and last what needs the person', () => {
  const status: Status = {
    workingMs: 12_000,
    goal: '',
    running: 1,
    needsYou: 1,
    dollars: 0.021,
    model: 'acme/large',
  };
  assert.equal(
    drawStatus(status, 80, style),
    'working 12s, Esc stops · 1 running · 1 needs you · $0.02 · acme/large · /help',
  );
  assert.equal(
    drawStatus({ ...status, workingMs: undefined }, 40, style),
    '1 running · 1 needs you · $0.02 · /help',
  );
  assert.equal(drawStatus(status, 14, style), '1 needs you');
  assert.equal(drawStatus({ ...status, needsYou: 3 }, 14, style), '3 need you');
  const idle = { workingMs: undefined, goal: '', running: 0, needsYou: 0, dollars: 0, model: '' };
  assert.equal(drawStatus(idle, 80, style), '/help');
});

test('an approval shows all of what is asked, and the keys', () => {
  const command = 'rm -rf dist';
  const approval = { tool: 'terminal', input: { command } } as unknown as WireApproval;
  const below = { waiting: [], approvals: [approval], trouble: undefined, hint: undefined };
  assert.deepEqual(drawBelow(below, 60, style), [
    '? terminal  rm -rf dist            [a]llow  [d]eny  a[l]ways',
  ]);
  const long = { ...approval, input: { command: `${'echo x && '.repeat(8)}rm -rf /` } };
  const lines = drawBelow({ ...below, approvals: [long, approval] }, 40, style);
  assert.match(lines.join(' '), /rm -rf \//);
  assert.equal(lines.at(-1), '  [a]llow  [d]eny  a[l]ways  1 more');
});

test('an approval shows every field, also after a long one, and what cannot be seen; Ctrl-O shows all', () => {
  const given = {
    command: 'sleep 20',
    ready: '!touch /tmp/x\n\u202ey',
    background: true,
    environment: 'prod',
  };
  const show = (input: Record<string, unknown>) => {
    const approval = { tool: 'terminal', input } as unknown as WireApproval;
    return drawBelow({ waiting: [], approvals: [approval], trouble: undefined, hint: undefined }, 60, style);
  };
  assert.deepEqual(show(given), [
    '? terminal',
    '    sleep 20',
    '    ready: "!touch /tmp/x\\n\\u{202e}y"',
    '    background: true',
    '    environment: "prod"',
    '  [a]llow  [d]eny  a[l]ways',
  ]);
  assert.deepEqual(show({ command: 'ls\u200b' })[0]?.slice(0, 34), '? terminal  command: "ls\\u{200b}" ');
  const long = { ...given, command: 'line\n'.repeat(40) };
  const lines = show(long);
  assert.ok(lines.includes('    … 25 lines more: Ctrl-O'), lines.join('\n'));
  assert.ok(lines.includes('    environment: "prod"'));
  const unfolded = draw(call({ input: long, state: 'waiting' }), 60, { isUnfolded: true });
  assert.equal(unfolded.filter((line) => line === '    line').length, 40);
  assert.ok(unfolded.includes('    environment: "prod"'));
});

test('delegates are one line with their processes, and one more in the status', () => {
  const tasks = Array.from({ length: 5 }, (_, at) => ({
    task_index: at,
    session_id: `proc_${at}f9a12bc45de`,
  }));
  const output = JSON.stringify({ delegation_id: 'dlg_81d2aabbccdd', status: 'dispatched', tasks });
  const input = { tasks: [{ goal: 'docs' }, { goal: 'code' }] };
  const sent = call({ tool: 'delegate', input, state: 'answered', output });
  const running = { status: 'running', since: NOW - 65_000 } as const;
  assert.deepEqual(draw(sent, 76, { process: running }), [
    '⏵ delegate  2 tasks: docs; code       0f9a 1f9a 2f9a +2  5 of 5 running 1m5s',
  ]);
  assert.match(draw(sent, 76, { process: { status: 'ended', exitCode: 0 } }).join(), /\+2 {2}back$/);
  const [one] = tasks;
  const single = call({
    tool: 'delegate',
    input: { goal: 'docs' },
    state: 'answered',
    output: JSON.stringify({ tasks: [one] }),
  });
  assert.match(draw(single, 60, { process: running }).join(), /^⏵ delegate {2}docs +0f9a {2}running 1m5s$/);
  const told = call({
    tool: 'delegate',
    input: { action: 'message', delegation_id: 'dlg_81d2aabbccdd', text: 'stop it' },
    state: 'answered',
    output: '{}',
  });
  assert.deepEqual(draw(told), ['⏵ delegate  message 81d2 stop it']);
  const text = delegationText({
    type: 'async_delegation',
    session_key: 'a:1',
    delegation_id: 'dlg_81d2aabbccdd',
    goal: '2 tasks',
    status: 'failed',
    dispatched_at: 0,
    completed_at: 65_000,
    tasks: [],
  });
  assert.deepEqual(draw({ kind: 'ring', text }), ['◆ delegates 81d2 are back, failed, 1m5s']);
  const status = { workingMs: undefined, running: 1, delegates: 2, needsYou: 0, dollars: 0, model: '' };
  assert.equal(drawStatus(status, 80, style), '1 running · 2 delegates · /help');
});

test('without colours states are words', () => {
  const painted = drawStatus(
    { workingMs: 0, goal: '', running: 1, needsYou: 1, dollars: 0, model: 'm' },
    80,
    createStyle(false),
  );
  assert.doesNotMatch(painted, /\x1b\[3\dm/);
  assert.match(painted, /1 needs you/);
});

test('a step is its words and its calls, whichever are known by now', () => {
  const step = {
    kind: 'step',
    item_id: 's',
    sequence: 1,
    position: 2,
    at: '2026-11-16T10:00:00Z',
    model: 'm',
  } as const;
  const asking = partsOf({ ...step, state: 'asking', text: '', calls: [] }, 'Hel');
  assert.deepEqual(asking, [{ key: 's/said', block: { kind: 'said', text: 'Hel' } }]);
  const { call: made } = call({});
  const said = partsOf({ ...step, state: 'said', text: 'Hello', calls: [made] }, 'Hel');
  assert.deepEqual(
    said.map(({ key }) => key),
    ['s/said', PROC],
  );
});

test('Markdown that grows word by word is drawn as if it had come at once', () => {
  const text = [
    '# A title\n\nSome **words**\nand more.\n\n1. one\n\n   more of one\n\n2. two\n\n```sh\n# no heading\n\nmake\n```',
    '- a\n- b\n\nThe end of `it`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n~~~\n\nopen',
  ].join('\n\n');
  const growing = new MarkdownLines();
  for (let end = 1; end < text.length; end += 1) growing.draw(text.slice(0, end), 30, style);
  const lines = growing.draw(text, 30, style);
  assert.deepEqual(lines, new MarkdownLines().draw(text, 30, style));
  assert.deepEqual(lines.slice(0, 9), [
    'A title',
    '',
    'Some words',
    'and more.',
    '',
    '1. one',
    '',
    '   more of one',
    '',
  ]);
  assert.ok(lines.includes('  # no heading'));
});
