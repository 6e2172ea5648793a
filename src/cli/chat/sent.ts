import { randomBytes } from '../../base/random.ts';
import type { Client } from '../../client/client.ts';
import type { ConversationEvent } from '../../client/conversation-stream.ts';
import type { WireConversation } from '../../wire/conversation.ts';
import type { ImageGiven } from '../../wire/conversation-item.ts';
import { patiently } from './patiently.ts';

/** What was said here, and whether all of it was answered. */
export class Sent {
  readonly #client: Client;
  readonly #conversation: string;
  readonly #mine = new Set<string>();
  /** Not taken into a turn yet, as far as is known here. */
  readonly #waiting = new Set<string>();
  #isIdle: boolean;

  constructor(client: Client, conversation: string, isIdle: boolean) {
    this.#client = client;
    this.#conversation = conversation;
    this.#isIdle = isIdle;
  }

  async send(text: string, images: readonly ImageGiven[] = []): Promise<void> {
    const id = randomBytes(16).toString('hex');
    this.#mine.add(id);
    this.#waiting.add(id);
    const options = { client_id: id, ...(images.length > 0 && { images }) };
    await patiently(() => this.#client.conversations.send(this.#conversation, text, options));
  }

  isMine(clientId: string): boolean {
    return this.#mine.has(clientId);
  }

  /** Nothing is under way, and nothing that was said here waits. */
  get isIdle(): boolean {
    return this.#isIdle && this.#waiting.size === 0;
  }

  takeState({ state, trouble }: WireConversation): void {
    // Nothing happens until somebody has done something about it.
    this.#isIdle = state === 'idle' || trouble?.retry_at === null;
    if (trouble?.retry_at === null) this.#waiting.clear();
  }

  take(event: ConversationEvent): void {
    if (event.type === 'state') this.takeState(event.conversation);
    if (event.type !== 'item' || event.item.kind !== 'person' || event.item.position === null) return;
    // How the conversation stands comes after its items.
    if (this.#waiting.delete(event.item.client_id)) this.#isIdle = false;
  }
}
