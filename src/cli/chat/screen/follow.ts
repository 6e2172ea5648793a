import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, RingbackError } from '../../../base/errors.ts';
import type { Client } from '../../../client/client.ts';
import type { ConversationEvent } from '../../../client/conversation-stream.ts';
import type { WireConversation } from '../../../wire/conversation.ts';
import type { WireItem } from '../../../wire/conversation-item.ts';

/** What is shown of a conversation that goes on. */
const SHOWN_BEFORE = 40;
const PAUSE_MS = 500;
const MOST_PAUSE_MS = 8_000;

const lasting: ReadonlySet<ErrorCode> = new Set(['not_found', 'ambiguous', 'unauthorized', 'forbidden']);

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
  const conversation = await persist(open, viewer, signal, mayPass);
  const last = await persist(() => conversations.items(id, { limit: SHOWN_BEFORE }), viewer, signal, mayPass);
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
  while (!signal.aborted) await persist(listen, { lost }, signal, mayPass);
}

/** Again and again, where what is wrong may pass. */
export async function persist<T>(
  ask: () => Promise<T>,
  viewer: Pick<Viewer, 'lost'>,
  signal: AbortSignal,
  passes = isPassing,
): Promise<T> {
  for (let pause = PAUSE_MS; ; ) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (!passes(error)) throw error;
      viewer.lost(`${error.message} It is tried again.`);
      await sleep(pause, undefined, { signal });
      pause = isPassing(error) ? PAUSE_MS : Math.min(2 * pause, MOST_PAUSE_MS);
    }
  }
}

/** A daemon or an agent that is being started again. */
export function isPassing(error: unknown): error is RingbackError {
  return error instanceof RingbackError && (error.code === 'no_daemon' || error.code === 'unreachable');
}

/** For who looks at a conversation: config.json may be wrong for a moment, but a conversation that is gone stays gone. */
function mayPass(error: unknown): error is RingbackError {
  return error instanceof RingbackError && !lasting.has(error.code);
}
