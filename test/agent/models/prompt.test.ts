import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelMessage } from '../../../src/agent/model.ts';
import { toPrompt } from '../../../src/agent/models/prompt.ts';
import { user } from './dialects.ts';

const prompt = (...messages: ModelMessage[]) => toPrompt({ instructions: '', messages }, 'anthropic');

test('an answer says whether it is an error', () => {
  const answer = { type: 'answer', id: 'a', tool: 'build', output: 'no', isError: true } as const;
  const [message] = prompt({ role: 'tool', content: [answer, { ...answer, isError: false }] });
  assert.ok(message?.role === 'tool');
  assert.deepEqual(
    message.content.map((part) => part.type === 'tool-result' && part.output),
    [
      { type: 'error-text', value: 'no' },
      { type: 'text', value: 'no' },
    ],
  );
});

test('a call that was not JSON is shown as an object, which providers insist on', () => {
  const [message] = prompt({
    role: 'assistant',
    content: [{ type: 'call', id: 'a', tool: 'build', input: '{"target": ' }],
  });
  assert.ok(message?.role === 'assistant');
  const [call] = message.content;
  assert.deepEqual(call?.type === 'tool-call' && call.input, { input: '{"target": ' });
});

test('messages without content are left out', () => {
  const seal = { google: { thoughtSignature: 'x' } };
  const messages = prompt(
    user('begin'),
    { role: 'assistant', content: [] },
    { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.', seal }] },
    { role: 'assistant', content: [{ type: 'text', text: '' }] },
    user('go on'),
  );
  assert.deepEqual(
    messages.map(({ role }) => role),
    ['user', 'user'],
  );
});
