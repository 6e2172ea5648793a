import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePassing, parsePrompt } from '../../src/keeper/prompt.ts';
import { parseStatus } from '../../src/keeper/status.ts';

const fields = {
  offset: '17',
  typed: '4',
  since: '1794787200000',
  pid: '42',
  program: 'python3',
  evidence: 'certain',
  by: 'read',
  hidden: '1',
};

const prompt = {
  id: '17.4',
  offset: 17,
  since: 1_794_787_200_000,
  pid: 42,
  program: 'python3',
  evidence: 'certain',
  by: 'read',
  hidden: true,
} as const;

test('a prompt is read from its push and from a status', () => {
  assert.deepEqual(parsePrompt(new Map(Object.entries(fields))), prompt);
  const status = new Map(Object.entries({ pid: '1', keeper_pid: '2', started_at: '3' }));
  assert.equal(parseStatus(status)?.prompt, undefined);
  for (const [key, value] of Object.entries(fields)) status.set(`waits_${key}`, value);
  assert.deepEqual(parseStatus(status)?.prompt, prompt);
});

test('what a place or a program says about a prompt is looked at before it is believed', () => {
  const odd = {
    ...fields,
    evidence: 'sworn',
    by: 'magic',
    program: 'a\u001b[2J\u202eb',
    since: '-1',
    hidden: 'yes',
  };
  assert.deepEqual(parsePrompt(new Map(Object.entries(odd))), {
    ...prompt,
    evidence: 'likely',
    by: 'unknown',
    program: 'a?[2J?b',
    since: 0,
    hidden: false,
  });
  assert.equal(parsePrompt(new Map([['offset', '1']])), undefined);
});

test('the end of a prompt names the prompt', () => {
  const passing = (why: string) => parsePassing(new Map(Object.entries({ offset: '17', typed: '4', why })));
  assert.deepEqual(passing('input'), { id: '17.4', why: 'input' });
  assert.deepEqual(passing('whatever'), { id: '17.4', why: 'left' });
});
