import type { WireConversation } from '../wire/conversation.ts';
import type { WireItem, WireStreamedText } from '../wire/conversation-item.ts';
import { streamEvents } from './event-stream.ts';
import type { Link } from './link.ts';
import type { SseEvent } from './sse.ts';

export type ConversationEvent =
  /** It is new, or has changed: it replaces what was known under its id. */
  | { readonly type: 'item'; readonly item: WireItem }
  /** What is being said. It counts once its step is stored, which replaces it. */
  | ({ readonly type: 'text' } & WireStreamedText)
  /** How the conversation stands. The first one says that everything of before has come. */
  | { readonly type: 'state'; readonly conversation: WireConversation };

/** How long an agent may be away that the daemon cannot start. */
const MOST_AWAY_MS = 120_000;

export type Listening = {
  readonly signal?: AbortSignal | undefined;
  /** The connection was lost, and is sought again; the next event comes from a new one. */
  readonly onBreak?: (() => void) | undefined;
};

/** The events of a conversation, whichever program they come from: what changed, each change once, until the signal falls. */
export async function* streamConversation(
  link: Link,
  path: string,
  { signal, onBreak }: Listening = {},
): AsyncGenerator<ConversationEvent, void> {
  try {
    const options = { signal, onBreak, mostBreaks: Infinity, mostAwayMs: MOST_AWAY_MS };
    for await (const event of streamEvents(link, path, options)) {
      const known = toConversationEvent(event);
      if (known !== null) yield known;
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

function toConversationEvent({ name, data }: SseEvent): ConversationEvent | null {
  switch (name) {
    case 'item':
      return { type: 'item', item: JSON.parse(data) as WireItem };
    case 'text':
      return { type: 'text', ...(JSON.parse(data) as WireStreamedText) };
    case 'state':
      return { type: 'state', conversation: JSON.parse(data) as WireConversation };
    default:
      return null;
  }
}
