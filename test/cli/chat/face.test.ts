import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Face } from '../../../src/cli/chat/face.ts';

const open = () => {
  const shown = { text: '' };
  const face = new Face('conv_1', (text) => {
    shown.text += text;
  });
  return { face, shown };
};
const step = (position: number, text: string) => ({
  kind: 'step' as const,
  position,
  content: [{ type: 'text' as const, text }],
  answers: [],
});

test('what was streamed is shown once, with the rest of it', () => {
  const { face, shown } = open();
  face.stream('conv_1/2', 'Hello ');
  face.show(step(2, 'Hello world.'), false);
  face.breakOff();
  assert.equal(shown.text, 'Hello world.\n');
});

test('an answer that broke off and is asked again stands in a line of its own', () => {
  const { face, shown } = open();
  face.stream('conv_1/2', 'Hello wor');
  face.breakOff();
  face.stream('conv_1/2', 'Hello world.');
  face.show(step(2, 'Hello world.'), false);
  assert.equal(shown.text, 'Hello wor …\nHello world.\n');
});

test('what a model says cannot steer the terminal', () => {
  const { face, shown } = open();
  face.show(step(2, '\x1b]0;title\x07\x1b[2Jhere'), false);
  assert.equal(shown.text, 'here\n');
});
