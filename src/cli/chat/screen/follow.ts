import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../../../base/errors.ts';
import type { Client } from '../../../client/client.ts';
import type { ConversationEvent } from '../../../client/conversation-stream.ts';
import type { WireConversation } from '../../../wire/conversation.ts';
import type { WireItem } from '../../../wire/conversation-item.ts';

/** What is shown of a conversation that goes on. */
const SHOWN_BEFORE = 40;
const PAUSE_MS = 500;

export type Viewer = {
  /** How it stands, and the last of what was said. */
  begin(conversation: WireConversation, items: readonly WireItem[]): void;
  take(event: ConversationEvent): void;
  /** The agent or the daemon cannot be reached; it is tried again until it can. */
  lost(why: string): void;
};

type Followed = {
  readonly client: Client;
  readonly variables: Readonly<Record<string, string>>;
  readonly viewer: Viewer;
  readonly signal: AbortSignal;
};

/** Shows a conversation until the signal falls, whoever is killed meanwhile. Ends with an error that does not pass. */
export async function follow(id: string, { client, variables, viewer, signal }: Followed): Promise<void> {
  const { conversations } = client;
  const open = () => conversations.open(id, { variables, hears: true });
  const conversation = await persist(open, viewer, signal);
  const last = await persist(() => conversations.items(id, { limit: SHOWN_BEFORE }), viewer, signal);
  viewer.begin(conversation, last.items);
  let after = last.sequence;
  let isLost = false;
  const lost = (why: string) => {
    isLost = true;
    viewer.lost(why);
  };
  const onBreak = () => lost('The connection to the agent was lost. It is being restored.');
  const listen = async () => {
    for await (const event of conversations.events(id, { after, signal, onBreak })) {
      // Another agent does not have our variables.
      if (isLost) void open().catch(() => {});
      isLost = false;
      if (event.type === 'item') after = Math.max(after, event.item.sequence);
      viewer.take(event);
    }
    onBreak();
  };
  while (!signal.aborted) await persist(listen, { lost }, signal);
}

/** Again and again, where what is wrong may pass. */
export async function persist<T>(
  ask: () => Promise<T>,
  viewer: Pick<Viewer, 'lost'>,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error)) throw error;
      viewer.lost(`${error.message} It is tried again.`);
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }
}

/** A daemon or an agent that is being started again. */
export function isPassing(error: unknown): error is RingbackError {
  return error instanceof RingbackError && (error.code === 'no_daemon' || error.code === 'unreachable');
}
