import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delegateArguments } from '../../src/agent/delegate-arguments.ts';
import { withPlace } from '../../src/agent/elsewhere.ts';

test('delegates of our own have the model of the conversation where nobody named one', () => {
  const fill = (input: unknown) => delegateArguments(input, 'a/b');
  assert.deepEqual(fill({ goal: 'x' }), { goal: 'x', model: 'a/b' });
  for (const same of [
    { goal: 'x', model: 'c' },
    { goal: 'x', to: 'codex' },
    { action: 'list' },
    'text',
    null,
  ])
    assert.deepEqual(fill(same), same);
  const tasks = [{ goal: '1' }, { goal: '2', to: 'pi' }, { goal: '3', model: 'c' }, { goal: '4', to: 'own' }];
  assert.deepEqual(fill({ tasks }), {
    tasks: [{ ...tasks[0], model: 'a/b' }, tasks[1], tasks[2], { ...tasks[3], model: 'a/b' }],
  });
  assert.deepEqual(fill({ to: 'pi', tasks }), {
    to: 'pi',
    tasks: [...tasks.slice(0, 3), { ...tasks[3], model: 'a/b' }],
  });
});

test('commands run elsewhere unless the call names a place', () => {
  const place = { environment: 'build', workdir: '/srv' };
  assert.deepEqual(withPlace('terminal', { command: 'ls' }, place), { command: 'ls', ...place });
  assert.deepEqual(withPlace('terminal', { command: 'ls', workdir: '/tmp' }, place), {
    command: 'ls',
    workdir: '/tmp',
    environment: 'build',
  });
  const here = { command: 'ls', environment: 'local' };
  assert.deepEqual(withPlace('terminal', here, place), here);
  assert.deepEqual(withPlace('delegate', { goal: 'x' }, place), { goal: 'x', ...place });
  assert.deepEqual(withPlace('delegate', { action: 'list' }, place), { action: 'list' });
  assert.deepEqual(withPlace('process', { action: 'list' }, place), { action: 'list' });
  assert.deepEqual(withPlace('terminal', { command: 'ls' }, undefined), { command: 'ls' });
});
