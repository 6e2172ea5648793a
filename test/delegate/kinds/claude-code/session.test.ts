import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { Client } from '../../../../src/client/client.ts';
import { Session } from '../../../../src/delegate/kinds/claude-code/session.ts';
import { situationOf } from '../../support/situation.ts';
import { MadeUpChild } from '../made-up-child.ts';

const said = (id: string, text: string) => ({
  type: 'assistant',
  message: { id, model: 'some', content: [{ type: 'text', text }] },
});
const result = (text: string) => ({ type: 'result', subtype: 'success', is_error: false, result: text });
const background = (...types: readonly string[]) => ({
  type: 'system',
  subtype: 'background_tasks_changed',
  tasks: types.map((task_type) => ({ task_type, description: `${task_type} at work` })),
});

describe('a run of Claude Code', () => {
  test('is over with its result', async (t) => {
    const { child, report } = begin(t);
    child.print(heard(child), said('1', 'Done.'), result('Done.'));
    await turnOfLoop();
    assert.equal(child.isInputOpen, false);
    child.leave();
    assert.equal((await report).result, 'Done.');
    assert.equal(child.wasEnded, false);
  });

  test('goes on for a message that it has not taken up yet', async (t) => {
    const { child, report, messages } = begin(t);
    child.print(heard(child), said('1', 'Done.'));
    messages.add({ id: '1', text: 'And this.' });
    await turnOfLoop();
    child.print(result('Done.'));
    await turnOfLoop();
    assert.equal(child.isInputOpen, true);
    child.print(heard(child), said('2', 'And that.'), result('And that.'));
    await turnOfLoop();
    assert.equal(child.isInputOpen, false);
    child.leave();
    assert.deepEqual([(await report).result, (await report).apiCalls], ['And that.', 2]);
  });

  test('goes on when what it left in the background has ended', async (t) => {
    const { child, report } = begin(t);
    child.print(heard(child), background('local_bash'), said('1', 'It runs.'), result('It runs.'));
    await turnOfLoop();
    assert.equal(child.isInputOpen, true);
    child.print(background(), said('2', 'It has ended.'), result('It has ended.'));
    await turnOfLoop();
    assert.equal(child.isInputOpen, false);
    child.leave();
    assert.equal((await report).result, 'It has ended.');
  });

  test('does not wait for ever for a command, and names what it ends', async (t) => {
    const { child, report } = begin(t);
    child.print(heard(child), background('local_bash'), said('1', 'It runs.'), result('It runs.'));
    await turnOfLoop();
    t.mock.timers.tick(299_000);
    assert.equal(child.isInputOpen, true);
    t.mock.timers.tick(1_000);
    assert.equal(child.isInputOpen, false);
    t.mock.timers.tick(1);
    assert.equal(child.wasEnded, true);
    const { status, error } = await report;
    assert.equal(status, 'completed');
    assert.match(error ?? '', /local_bash at work/);
  });

  test('waits for sub-agents of its own, and not for a turn that never comes', async (t) => {
    const { child, report } = begin(t);
    child.print(heard(child), background('local_agent'), said('1', 'They work.'), result('They work.'));
    await turnOfLoop();
    t.mock.timers.tick(3_600_000);
    assert.equal(child.isInputOpen, true);
    child.print(background());
    await turnOfLoop();
    t.mock.timers.tick(10_000);
    assert.equal(child.isInputOpen, false);
    child.leave();
    assert.equal((await report).result, 'They work.');
  });

  test('that does not stop when it is asked to is ended', async (t) => {
    const { child, report, stopping } = begin(t);
    child.print(heard(child), said('1', 'I go on.'));
    await turnOfLoop();
    stopping.abort();
    assert.deepEqual((child.sent.at(-1) as { request: unknown }).request, { subtype: 'interrupt' });
    t.mock.timers.tick(4_000);
    assert.equal(child.wasEnded, true);
    assert.deepEqual([(await report).status, (await report).result], ['interrupted', 'I go on.']);
  });
});

function begin(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const child = new MadeUpChild();
  const client = new Client({ home: tmpdir() });
  const { situation, messages, stopping } = situationOf({
    home: tmpdir(),
    client,
    assignment: { goal: 'Do' },
  });
  return { child, messages, stopping, report: new Session(child, situation).work('Do') };
}

/** The last message that it was sent. */
function heard({ sent }: MadeUpChild): object {
  const message = (sent as { type: string; uuid: string }[]).findLast(({ type }) => type === 'user');
  return { type: 'user', message: { content: 'x' }, uuid: message?.uuid, isReplay: true };
}
