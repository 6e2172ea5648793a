import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlainCommands } from '../../../src/cli/chat/plain-commands.ts';
import { Approvals } from '../../../src/cli/chat/screen/approvals.ts';
import type { Client } from '../../../src/client/client.ts';
import type { AnswerApproval, WireApproval, WireConversation } from '../../../src/wire/conversation.ts';

const conversation = { conversation_id: 'c', pending_approvals: 1 } as WireConversation;

/** Somebody who asks about the calls of `waiting`, and has had the answer of bob to each. */
function pretend() {
  const waiting: string[] = ['one'];
  const answered: string[] = [];
  const conversations = {
    approvals: async () =>
      waiting.map((call_id) => ({ call_id, tool: 'terminal', input: { command: call_id } })),
    async answer(_: string, { call_id }: AnswerApproval) {
      answered.push(call_id);
      return { call_id, answer: 'deny', by: 'bob' } as WireApproval;
    },
  };
  return { waiting, answered, client: { conversations } as unknown as Client };
}

test('/allow answers what was shown, not what is the first by now, and says who was first', async () => {
  const { waiting, answered, client } = pretend();
  const told: string[] = [];
  const commands = new PlainCommands({
    ...{ client, conversation: 'c', variables: {}, width: 80 },
    tell: (text) => told.push(text),
    leave() {},
  });
  await commands.obey('/allow');
  assert.deepEqual(answered, []);
  await commands.ask(conversation);
  waiting[0] = 'two';
  await commands.obey('/allow');
  assert.deepEqual(answered, ['one']);
  assert.equal(told.at(-1), 'bob was first: deny.');
});

test('letters answer a question half a second after it came', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 10_000 });
  const { waiting, client } = pretend();
  waiting.push('two');
  const approvals = new Approvals(client, () => {});
  const isRead = () => approvals.isRead(Date.now());
  await approvals.look(conversation);
  assert.equal(isRead(), false);
  t.mock.timers.tick(499);
  await approvals.look(conversation);
  assert.equal(isRead(), false);
  t.mock.timers.tick(1);
  assert.equal(isRead(), true);
  await approvals.answer('allow');
  assert.equal(isRead(), false);
  t.mock.timers.tick(500);
  assert.equal(isRead(), true);
});
