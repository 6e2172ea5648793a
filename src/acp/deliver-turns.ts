import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client/client.ts';
import type { Turn } from '../client/notifications.ts';
import type { Conversation } from './conversation.ts';
import { writeMessage } from './message.ts';

type DeliverOptions = {
  readonly client: Pick<Client, 'notifications'>;
  readonly signal: AbortSignal;
  toEditor(line: Buffer): void;
  /** For the agent's log. */
  logError(text: string): void;
};

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Gives a conversation the notifications of its session as turns, until it is closed. */
export async function deliverTurns(conversation: Conversation, options: DeliverOptions): Promise<void> {
  const { signal, logError } = options;
  const giver = new TurnGiver(conversation, options);
  let failures = 0;
  while (!signal.aborted) {
    try {
      await giver.listen();
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      logError(`${conversation.key} could not be notified: ${(error as Error).message}`);
      await sleep(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures), undefined, { signal }).catch(
        () => {},
      );
      failures += 1;
    }
  }
}

class TurnGiver {
  readonly #conversation: Conversation;
  readonly #options: DeliverOptions;
  /** What the agent has accepted; a daemon that died before the acknowledgement sends it again. */
  readonly #accepted = new Set<string>();
  readonly #shown = new Set<string>();

  constructor(conversation: Conversation, options: DeliverOptions) {
    this.#conversation = conversation;
    this.#options = options;
  }

  /**
   * Stays subscribed, even while the agent is busy: this is what lets Ringback promise a turn. What arrives then is not
   * delivered as it is: subscribing again returns everything pending as one.
   */
  async listen(): Promise<void> {
    const { client, signal } = this.#options;
    const turns = client.notifications.subscribe(this.#conversation.key, { signal, mayGrow: true });
    for await (const turn of turns) {
      if (!this.#conversation.isIdle) {
        await this.#conversation.untilIdle();
        return;
      }
      await this.#give(turn);
    }
  }

  async #give(turn: Turn): Promise<void> {
    const fresh = turn.notifications.filter(({ id }) => !this.#accepted.has(id));
    const ids = fresh.map(({ id }) => id);
    if (fresh.length > 0) {
      this.#show(fresh);
      const rung = await this.#conversation.ring(fresh.map(({ text }) => text).join('\n\n'), ids);
      if (!rung.isAccepted) throw new Error(`the agent refused the prompt: ${rung.reason}`);
      for (const id of ids) this.#accepted.add(id);
    }
    await turn.acknowledge();
  }

  /** An editor shows only what it is told was said: it does not know of a prompt that it did not send. */
  #show(notifications: Turn['notifications']): void {
    for (const { id, text } of notifications.filter((one) => !this.#shown.has(one.id))) {
      this.#shown.add(id);
      const update = { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } };
      const params = { sessionId: this.#conversation.id, update };
      this.#options.toEditor(writeMessage({ method: 'session/update', params }));
    }
  }
}
