import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { describe, test } from 'node:test';
import { Client } from '../../../../src/client/client.ts';
import { Session } from '../../../../src/delegate/kinds/codex/session.ts';
import { until } from '../../../until.ts';
import { situationOf } from '../../support/situation.ts';
import { MadeUpChild } from '../made-up-child.ts';

type Sent = { readonly id: number; readonly method: string; readonly params: Record<string, unknown> };

const ended = (id: string, status = 'completed') => ({
  method: 'turn/completed',
  params: { threadId: 'main', turn: { id, status, error: null } },
});
const said = (text: string) => ({
  method: 'item/completed',
  params: { threadId: 'main', item: { type: 'agentMessage', id: text, text } },
});

describe('a run of Codex', () => {
  test('begins another turn with a message that came as one ended', async () => {
    const { child, report, messages, asked } = await begin();
    messages.add({ id: '1', text: 'And this.' });
    const steer = await asked('turn/steer');
    assert.equal(steer.params.expectedTurnId, 'one');
    child.print(said('Done.'), ended('one'));
    child.print({ id: steer.id, error: { code: -32600, message: 'no active turn' } });
    const next = await asked('turn/start', 1);
    assert.match(JSON.stringify(next.params), /And this/);
    // The news of its end may come before the answer to its beginning.
    child.print(said('And that.'), ended('two'), { id: next.id, result: { turn: { id: 'two' } } });
    child.print({ id: (await asked('thread/backgroundTerminals/clean')).id, result: {} });
    assert.deepEqual([(await report).status, (await report).result], ['completed', 'And that.']);
  });

  test('is interrupted, and what it left running is ended', async () => {
    const { child, report, stopping, asked } = await begin();
    child.print(said('So far.'));
    stopping.abort();
    const stop = await asked('turn/interrupt');
    assert.deepEqual(stop.params, { threadId: 'main', turnId: 'one' });
    child.print({ id: stop.id, result: {} }, ended('one', 'interrupted'));
    child.print({ id: (await asked('thread/backgroundTerminals/clean')).id, result: {} });
    assert.deepEqual([(await report).status, (await report).result], ['interrupted', 'So far.']);
  });

  test('that ends by itself is an error, and one that is refused a failure', async () => {
    const first = await begin();
    first.child.leave(3);
    assert.match((await first.report).error ?? '', /ended with code 3, without a result/);
    const second = start();
    const { id } = await second.asked('initialize');
    second.child.print({ id, error: { code: -32600, message: 'too old' } });
    assert.deepEqual(await second.report, {
      status: 'failed',
      result: '',
      error: 'Codex: too old',
      apiCalls: 0,
    });
  });
});

function start() {
  const child = new MadeUpChild();
  const client = new Client({ home: tmpdir() });
  const { situation, messages, stopping } = situationOf({
    home: tmpdir(),
    client,
    assignment: { goal: 'Do' },
  });
  const report = new Session(child, situation).work('Do');
  const asked = async (method: string, nth = 0): Promise<Sent> => {
    const found = () => (child.sent as Sent[]).filter((one) => one.method === method)[nth];
    await until(() => found() !== undefined, method);
    return found() as Sent;
  };
  return { child, report, messages, stopping, asked };
}

/** To its first turn. */
async function begin() {
  const run = start();
  for (const [method, result] of [
    ['initialize', {}],
    ['account/read', { account: null, requiresOpenaiAuth: false }],
    ['thread/start', { thread: { id: 'main' } }],
    ['turn/start', { turn: { id: 'one' } }],
  ] as const)
    run.child.print({ id: (await run.asked(method)).id, result });
  return run;
}
