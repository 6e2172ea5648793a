import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RingbackError } from '../../../../src/base/errors.ts';
import { follow } from '../../../../src/cli/chat/screen/follow.ts';
import type { Client } from '../../../../src/client/client.ts';
import type { ConversationEvent, Listening } from '../../../../src/client/conversation-stream.ts';

const state = { type: 'state', conversation: {} } as unknown as ConversationEvent;
const item = (sequence: number) => ({ type: 'item', item: { sequence } }) as unknown as ConversationEvent;

/** A client whose streams of events are these, one after the other. */
function scripted(streams: readonly ((listening: Listening) => AsyncGenerator<ConversationEvent>)[]) {
  const asked: string[] = [];
  const rest = [...streams];
  const conversations = {
    open: async () => asked.push('open'),
    items: async () => ({ items: [], sequence: 7, more: false }),
    events(_: string, { after, ...listening }: Listening & { after: number }) {
      asked.push(`events after ${after}`);
      return (rest.shift() ?? ended)(listening);
    },
  };
  return { client: { conversations } as unknown as Client, asked };
}

// biome-ignore lint/correctness/useYield: nothing comes of it.
async function* ended(): AsyncGenerator<ConversationEvent> {
  throw new RingbackError('not_found', 'There is no such conversation.');
}

async function watch(streams: Parameters<typeof scripted>[0]) {
  const { client, asked } = scripted(streams);
  const seen: string[] = [];
  const viewer = {
    begin: () => seen.push('begin'),
    take: ({ type }: ConversationEvent) => seen.push(type),
    lost: (why: string) => seen.push(why),
  };
  const signal = new AbortController().signal;
  await assert.rejects(follow('conv_1', { client, variables: {}, viewer, signal }), /no such conversation/);
  return { asked, seen };
}

test('who is away is told at once, and told our variables again when back', async () => {
  const { asked, seen } = await watch([
    async function* ({ onBreak }) {
      yield item(8);
      onBreak?.();
      yield state;
    },
  ]);
  assert.deepEqual(asked.slice(0, 3), ['open', 'events after 7', 'open']);
  assert.deepEqual(seen.slice(0, 4), [
    'begin',
    'item',
    'The connection to the agent was lost. It is being restored.',
    'state',
  ]);
});

test('a daemon that cannot be had now, or not with its settings, is asked again, for what is not known yet', async () => {
  const { asked, seen } = await watch([
    async function* () {
      yield item(12);
      throw new RingbackError('no_daemon', 'No daemon.');
    },
    async function* () {
      yield state;
      throw new RingbackError('unreachable', 'No agent.');
    },
    async function* () {
      yield state;
      throw new RingbackError('bad_request', 'config.json is wrong.');
    },
  ]);
  assert.deepEqual(asked, [
    'open',
    'events after 7',
    'events after 12',
    'open',
    'events after 12',
    'open',
    'events after 12',
  ]);
  assert.deepEqual(seen, [
    'begin',
    'item',
    'No daemon. It is tried again.',
    'state',
    'No agent. It is tried again.',
    'state',
    'config.json is wrong. It is tried again.',
  ]);
});
