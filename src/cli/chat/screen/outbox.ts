import { setTimeout as sleep } from 'node:timers/promises';
import { readImage } from '../../../base/image.ts';
import { randomBytes } from '../../../base/random.ts';
import type { Client } from '../../../client/client.ts';
import { isPassing } from './follow.ts';
import type { Written } from './prompt.ts';

const PAUSE_MS = 500;

export type Unsent = {
  readonly clientId: string;
  readonly text: string;
  /** The files of the images that go with it. */
  readonly images: readonly string[];
  /** The one that was shown when it was written, as soon as there is one. */
  readonly conversation: Promise<string>;
};

type Events = {
  onChange(): void;
  onRefusal(message: string): void;
};

/** What was written goes out in order, each message once, whoever is killed meanwhile. */
export class Outbox {
  readonly #client: Client;
  readonly #events: Events;
  #shown = Promise.withResolvers<string>();
  #unsent: Unsent[] = [];
  #sending: Promise<void> | undefined;

  constructor(client: Client, events: Events) {
    this.#client = client;
    this.#events = events;
  }

  /** Before that, what is written waits. */
  sendTo(conversation: string): void {
    this.#shown.resolve(conversation);
    this.#shown = Promise.withResolvers<string>();
    this.#shown.resolve(conversation);
  }

  get unsent(): readonly Unsent[] {
    return this.#unsent;
  }

  add({ text, images }: Written): void {
    const clientId = randomBytes(16).toString('hex');
    this.#unsent.push({ clientId, text, images, conversation: this.#shown.promise });
    this.#events.onChange();
    this.#sending ??= this.#sendAll();
  }

  /** Until all of it is sent, or for so long; what is left then. */
  async settle(mostMs: number): Promise<readonly Unsent[]> {
    const isOver = new AbortController();
    const pause = sleep(mostMs, undefined, { signal: isOver.signal }).catch(() => {});
    await Promise.race([this.#sending, pause]);
    isOver.abort();
    return this.#unsent;
  }

  async #sendAll(): Promise<void> {
    for (let [next] = this.#unsent; next; [next] = this.#unsent) {
      try {
        await this.#send(next);
      } catch (error) {
        if (isPassing(error)) {
          await sleep(PAUSE_MS);
          continue;
        }
        this.#events.onRefusal(`It was not sent: ${(error as Error).message}`);
      }
      this.#unsent = this.#unsent.filter((one) => one !== next);
      this.#events.onChange();
    }
    this.#sending = undefined;
  }

  async #send({ clientId, text, images, conversation }: Unsent): Promise<void> {
    const shown = await Promise.all(images.map(readImage));
    await this.#client.conversations.send(await conversation, text, {
      client_id: clientId,
      ...(shown.length > 0 && { images: shown }),
    });
  }
}
