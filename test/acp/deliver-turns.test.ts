import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Conversation } from '../../src/acp/conversation.ts';
import { deliverTurns } from '../../src/acp/deliver-turns.ts';
import type { Client } from '../../src/client/client.ts';
import type { Turn } from '../../src/client/notifications.ts';
import type { WireNotification } from '../../src/wire/notification.ts';

const note = (id: string): WireNotification => ({
  id,
  sequence: 1,
  type: 'note',
  session_key: 'tiny:one',
  session_id: null,
  state: 'sent',
  rule: null,
  created_at: '',
  sent_at: null,
  settled_at: null,
  text: `about ${id}`,
  event: { type: 'note', session_key: 'tiny:one', text: '' },
});

test('what the agent has taken it is not given again, though the acknowledgement failed', async () => {
  const prompts: string[] = [];
  const closing = new AbortController();
  const conversation: Conversation = new Conversation('one', 'tiny:one', {
    toEditor: () => {},
    toAgent(line) {
      const { id, params } = JSON.parse(line.toString());
      prompts.push(params.prompt[0].text);
      setImmediate(() => conversation.settleOwn({ id, params: {}, result: {} }));
    },
  });
  const acknowledged: string[] = [];
  let tries = 0;
  async function* subscribe(): AsyncGenerator<Turn> {
    tries += 1;
    const isFirst = tries === 1;
    // The next one tells it again, together with what is new.
    const notifications = isFirst ? [note('a')] : [note('a'), note('b')];
    const acknowledge = async (): Promise<void> => {
      if (isFirst) throw new Error('no daemon');
      acknowledged.push(...notifications.map(({ id }) => id));
      closing.abort();
    };
    yield { session_key: 'tiny:one', text: '', notifications, acknowledge };
  }
  const client = { notifications: { subscribe } } as unknown as Pick<Client, 'notifications'>;
  const complaints: string[] = [];
  await deliverTurns(conversation, {
    client,
    signal: closing.signal,
    toEditor: () => {},
    logError: (text) => complaints.push(text),
  });
  assert.deepEqual(prompts, ['about a', 'about b']);
  assert.deepEqual(acknowledged, ['a', 'b']);
  assert.match(complaints.join(), /no daemon/);
});
