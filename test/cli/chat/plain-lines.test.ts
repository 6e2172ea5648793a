import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlainLines } from '../../../src/cli/chat/plain-lines.ts';

const open = () => {
  const shown = { text: '' };
  const lines = new PlainLines((text) => {
    shown.text += text;
  });
  return { lines, shown };
};
const step = (position: number, text: string) => ({
  kind: 'step' as const,
  item_id: `conv_1/${position}`,
  sequence: 9,
  position,
  at: null,
  state: 'said' as const,
  model: 'a/b',
  text,
  calls: [],
});
const streamed = (offset: number, text: string) => ({
  type: 'text' as const,
  item_id: 'conv_1/2',
  offset,
  text,
});

test('what was streamed is shown once, with the rest of it', () => {
  const { lines, shown } = open();
  lines.stream(streamed(0, 'Hel'));
  lines.stream(streamed(3, 'lo '));
  lines.show(step(2, 'Hello world.'));
  lines.show({ ...step(2, 'Hello world.'), sequence: 10 });
  assert.equal(shown.text, 'Hello world.\n');
});

test('an answer that broke off and is asked again stands in a line of its own', () => {
  const { lines, shown } = open();
  lines.stream(streamed(0, 'Hello wor'));
  lines.stream(streamed(0, 'Hello world.'));
  lines.show(step(2, 'Hello world.'));
  assert.equal(shown.text, 'Hello wor …\nHello world.\n');
});

test('what a model says cannot steer the terminal', () => {
  const { lines, shown } = open();
  const call = { call_id: 'proc_1', state: 'answered' as const, is_error: false };
  const calls = [{ ...call, tool: 'x\x1b]0;title\x07y', input: { command: '\x1b[2Jls' } }];
  lines.show({ ...step(2, '\x1b]0;title\x07\x1b[2Jhere'), calls });
  assert.equal(shown.text, 'here\n⏵ xy  ls\n');
});
