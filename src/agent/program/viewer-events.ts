import type { ServerEvent } from '../../transport/route.ts';
import type { WireConversation } from '../../wire/conversation.ts';
import type { Item } from '../store/item.ts';
import type { Viewers } from './viewers.ts';
import { toWireItem } from './wire-item.ts';

const ITEMS_AT_ONCE = 100;

export type Watched = {
  readonly viewers: Viewers;
  items(after: number, limit: number): readonly Item[];
  /** How the conversation stands now. */
  state(): WireConversation;
};

/** What one viewer is sent from a sequence on: never faster than it reads, and always what is there then. */
export async function* viewerEvents(
  watched: Watched,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const leave = watched.viewers.join();
  try {
    yield* eventsOf(watched, after, signal);
  } finally {
    leave();
  }
}

async function* eventsOf(
  { viewers, items, state }: Watched,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  let sequence = after;
  let version = -1;
  let shownState = '';
  let streamed = { generation: -1, offset: 0 };
  const event = (name: string, data: object): ServerEvent => ({ name, id: String(sequence), data });
  while (!signal.aborted) {
    const isStale = version !== viewers.version;
    if (isStale) {
      version = viewers.version;
      for (let page = items(sequence, ITEMS_AT_ONCE); page.length > 0; page = items(sequence, ITEMS_AT_ONCE))
        for (const item of page) {
          sequence = item.sequence;
          yield event('item', toWireItem(item));
        }
    }
    const said = viewers.streamed;
    if (said && said.generation !== streamed.generation)
      streamed = { generation: said.generation, offset: 0 };
    if (said && said.text.length > streamed.offset) {
      const { offset } = streamed;
      streamed = { ...streamed, offset: said.text.length };
      yield event('text', { item_id: said.itemId, offset, text: said.text.slice(offset) });
    }
    if (isStale) {
      const now = state();
      const text = JSON.stringify(now);
      if (text !== shownState) yield event('state', now);
      shownState = text;
    } else if (version === viewers.version && viewers.streamed === said) await viewers.next(signal);
  }
}
