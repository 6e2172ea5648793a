import type { ConversationEvent } from '../../../client/conversation-stream.ts';
import type { WireConversation } from '../../../wire/conversation.ts';
import type { WireItem, WirePersonItem, WireStreamedText } from '../../../wire/conversation-item.ts';
import { type Part, partsOf, saidPart } from './blocks.ts';
import { startedProcesses } from './call-line.ts';
import type { Transcript } from './transcript.ts';

/** What is known of the conversation that is shown. Its items go into the transcript as they come and change. */
export class ConversationView {
  readonly #transcript: Transcript;
  readonly #name: string;
  /** What steps say that are not stored yet. */
  readonly #streamed = new Map<string, string>();
  /** Said, and not heard yet, by the id of the item. */
  readonly #queued = new Map<string, WirePersonItem>();
  #lastPosition = 0;
  conversation: WireConversation | undefined;
  /** Since when a turn is under way. */
  workingSince: number | undefined;
  /** Processes that calls have left running, as far as they are shown. */
  readonly started = new Set<string>();

  /** `name`: one that is shown again is drawn again, under names of its own. */
  constructor(transcript: Transcript, name: string) {
    this.#transcript = transcript;
    this.#name = name;
  }

  get queued(): readonly WirePersonItem[] {
    return [...this.#queued.values()];
  }

  /** Whether a turn is under way, also one that waits for an approval or for its model. */
  get hasTurn(): boolean {
    const { state, trouble } = this.conversation ?? { state: 'idle' };
    return state === 'working' || state === 'waiting' || (state === 'trouble' && trouble?.retry_at !== null);
  }

  take(event: ConversationEvent, now: number): void {
    if (event.type === 'item') this.takeItem(event.item);
    else if (event.type === 'text') this.#takeText(event);
    else this.takeState(event.conversation, now);
  }

  takeState(conversation: WireConversation, now: number): void {
    this.conversation = conversation;
    const isWorking = conversation.state === 'working';
    this.workingSince = isWorking ? (this.workingSince ?? now) : undefined;
  }

  takeItem(item: WireItem): void {
    const { item_id, position } = item;
    if (position === null) {
      if (item.kind === 'person') this.#queued.set(item_id, item);
      return;
    }
    this.#queued.delete(item_id);
    const parts = partsOf(item, this.#streamed.get(item_id)).map((part) => this.#named(part));
    if (item.kind === 'step') {
      for (const id of item.calls.flatMap(startedProcesses)) this.started.add(id);
      if (item.state !== 'asking') this.#streamed.delete(item_id);
    }
    // What was let go of long ago, and changes, is not to appear at the end.
    const isOld = position < this.#lastPosition && !parts.some(({ key }) => this.#transcript.has(key));
    this.#lastPosition = Math.max(this.#lastPosition, position);
    if (!isOld) for (const part of parts) this.#transcript.put(part);
  }

  #takeText({ item_id, offset, text }: WireStreamedText): void {
    const said = (this.#streamed.get(item_id) ?? '').slice(0, offset) + text;
    this.#streamed.set(item_id, said);
    if (said.trim() === '') return;
    this.#transcript.put(this.#named(saidPart(item_id, said)));
  }

  #named({ key, block }: Part): Part {
    return { key: `${this.#name} ${key}`, block };
  }
}
