import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewerEvents } from '../../../src/agent/program/viewer-events.ts';
import { Viewers } from '../../../src/agent/program/viewers.ts';
import type { Item } from '../../../src/agent/store/item.ts';
import type { WireConversation } from '../../../src/wire/conversation.ts';

const item = (sequence: number): Item => ({
  kind: 'ring',
  id: 'c/m1',
  sequence,
  position: 1,
  clientId: 'ring:1',
  content: [{ type: 'text', text: `change ${sequence}` }],
  createdAt: 0,
});

test('who reads slowly is sent what there is then, not all that there was', async (t) => {
  const viewers = new Viewers();
  const leaving = new AbortController();
  t.after(() => leaving.abort());
  let sequence = 0;
  const watched = {
    viewers,
    items: (after: number) => (sequence > after ? [item(sequence)] : []),
    state: () => ({ sequence }) as WireConversation,
  };
  const events = viewerEvents(watched, 0, leaving.signal);
  const next = async () => {
    const { value } = await events.next();
    return value ? [value.name, value.id, value.data] : undefined;
  };
  assert.deepEqual(await next(), ['state', '0', { sequence: 0 }]);
  for (let count = 0; count < 1_000; count += 1) {
    sequence += 1;
    viewers.changed();
    viewers.say('c/2', 'word ');
  }
  const change = await next();
  assert.deepEqual(change?.slice(0, 2), ['item', '1000']);
  assert.deepEqual(await next(), [
    'text',
    '1000',
    { item_id: 'c/2', offset: 0, text: 'word '.repeat(1_000) },
  ]);
  assert.deepEqual(await next(), ['state', '1000', { sequence: 1000 }]);
  viewers.say('c/2', 'more');
  assert.deepEqual(await next(), ['text', '1000', { item_id: 'c/2', offset: 5_000, text: 'more' }]);
  // The same step is asked again.
  viewers.silence();
  viewers.say('c/2', 'anew');
  assert.deepEqual(await next(), ['text', '1000', { item_id: 'c/2', offset: 0, text: 'anew' }]);
  const last = next();
  leaving.abort();
  assert.equal(await last, undefined);
});
