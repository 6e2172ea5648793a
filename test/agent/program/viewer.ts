import type { TestContext } from 'node:test';
import type { Client } from '../../../src/client/client.ts';
import type { ConversationEvent } from '../../../src/client/conversation-stream.ts';
import type { WireConversation } from '../../../src/wire/conversation.ts';
import type { WireItem } from '../../../src/wire/conversation-item.ts';
import { until } from '../../until.ts';

/** Somebody who looks at a conversation, and merges what comes as a viewer should. */
export class Viewer {
  readonly events: ConversationEvent[] = [];
  readonly items = new Map<string, WireItem>();
  /** What is being said now. */
  text = '';
  state: WireConversation | undefined;
  readonly #leaving = new AbortController();
  readonly #over: Promise<void>;

  constructor(t: TestContext, client: Client, id: string, after: number) {
    this.#over = this.#look(client.conversations.events(id, { after, signal: this.#leaving.signal }));
    t.after(() => this.leave());
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
    await this.#over;
  }

  /** In their order, each with what it says. */
  get said(): string[] {
    const placed = [...this.items.values()].filter(({ position }) => position !== null);
    placed.sort((one, other) => Number(one.position) - Number(other.position));
    return placed.map((item) => `${item.kind} ${'text' in item ? item.text : item.state}`);
  }

  /** Of every change that came, as it came. */
  get sequences(): number[] {
    return this.events.flatMap((event) => (event.type === 'item' ? [event.item.sequence] : []));
  }

  until(isSo: (viewer: this) => boolean, what: string): Promise<void> {
    return until(() => isSo(this), what);
  }

  idle(last: string): Promise<void> {
    return this.until(({ state, said }) => state?.state === 'idle' && said.at(-1) === last, last);
  }

  async #look(events: AsyncIterable<ConversationEvent>): Promise<void> {
    for await (const event of events) {
      this.events.push(event);
      if (event.type === 'state') this.state = event.conversation;
      if (event.type === 'item') this.items.set(event.item.item_id, event.item);
      // What is stored replaces what was streamed.
      if (event.type === 'item' && event.item.kind === 'step' && event.item.state !== 'asking')
        this.text = '';
      if (event.type === 'text') this.text = this.text.slice(0, event.offset) + event.text;
    }
  }
}
