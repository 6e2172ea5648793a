import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Outbox } from '../../../../src/cli/chat/screen/outbox.ts';
import type { Client } from '../../../../src/client/client.ts';

function open() {
  const gate = Promise.withResolvers<void>();
  const sent: string[] = [];
  const send = async (_: string, text: string) => {
    await gate.promise;
    sent.push(text);
  };
  const client = { conversations: { send } } as unknown as Client;
  const outbox = new Outbox(client, { onChange() {}, onRefusal() {} });
  outbox.sendTo('conv_1');
  for (const text of ['one', 'two']) outbox.add({ text, images: [] });
  return { outbox, sent, answer: gate.resolve };
}

test('who leaves waits for what is being sent', async () => {
  const { outbox, sent, answer } = open();
  const left = outbox.settle(60_000);
  answer();
  assert.deepEqual(await left, []);
  assert.deepEqual(sent, ['one', 'two']);
});

test('who leaves does not wait for long, and is told what was not sent', async () => {
  const { outbox, answer } = open();
  const left = await outbox.settle(10);
  assert.deepEqual(
    left.map(({ text }) => text),
    ['one', 'two'],
  );
  answer();
});
