import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { BrokenStream, readStep } from '../../../src/agent/models/read-step.ts';

type Part = LanguageModelV4StreamPart;

const call = (input: string): Part => ({ type: 'tool-call', toolCallId: 'theirs', toolName: 'build', input });

function finish(unified: LanguageModelV4FinishReason['unified']): Part {
  const inputTokens = { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: 3 };
  const outputTokens = { total: undefined, text: undefined, reasoning: undefined };
  return { type: 'finish', finishReason: { unified, raw: undefined }, usage: { inputTokens, outputTokens } };
}

const read = (...parts: Part[]) => readStep(ReadableStream.from(parts), String, () => {});

test('a call without input has an empty one, and one that is not JSON is kept as it was written', async () => {
  const { content } = await read(call(''), call('{"target": '), finish('tool-calls'));
  assert.deepEqual(
    content.map((part) => part.type === 'call' && part.input),
    [{}, '{"target": '],
  );
});

test('a call that was cut off in the middle is not made', async () => {
  const step = await read(call('{"target": "all"}'), call('{"target": '), finish('length'));
  assert.equal(step.finish, 'length');
  assert.deepEqual(step.content, [{ type: 'call', id: '0', tool: 'build', input: { target: 'all' } }]);
});

test('parts that are streamed side by side stay apart, and their seals are put together', async () => {
  const { content } = await read(
    { type: 'reasoning-start', id: '0', providerMetadata: { a: { one: 1 } } },
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'Hel' },
    { type: 'reasoning-delta', id: '0', delta: 'Hm.' },
    { type: 'text-delta', id: '0', delta: 'lo' },
    { type: 'reasoning-end', id: '0', providerMetadata: { a: { two: 2 } } },
    { type: 'text-start', id: '1' },
    finish('stop'),
  );
  assert.deepEqual(content, [
    { type: 'reasoning', text: 'Hm.', seal: { a: { one: 1, two: 2 } } },
    { type: 'text', text: 'Hello' },
  ]);
});

test('how it ended and what it took is told', async () => {
  assert.deepEqual(await read(finish('content-filter')), {
    content: [],
    finish: 'refused',
    usage: { inputTokens: 1, cachedTokens: 0, cacheWriteTokens: 3, outputTokens: 0 },
  });
  assert.equal((await read(call('{}'), finish('stop'))).finish, 'calls');
  await assert.rejects(read(finish('interrupted')), BrokenStream);
  await assert.rejects(read(), BrokenStream);
});

test('what the provider reports in the middle of it is thrown', async () => {
  const error = { type: 'overloaded_error', message: 'Overloaded' };
  await assert.rejects(read({ type: 'error', error }), (thrown) => thrown === error);
});
