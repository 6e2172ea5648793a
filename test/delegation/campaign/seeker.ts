import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../../src/client/client.ts';
import type { WireItem } from '../../../src/wire/conversation-item.ts';
import { goalText, type Kind, readSought } from './goals.ts';

export const CONVERSATION = 'conv_0123456789ab';
const LOOK_MS = 100;

/** A person who sets one goal after the other, until it is enough. */
export class Seeker {
  readonly #client: Client;
  readonly #folder: string;
  /** In the order in which they were set. */
  readonly #goals: string[] = [];
  /** How many are known to be done. */
  #done = 0;
  isEnough = false;
  /** What kind the next ones are of, if each is not to have its turn. */
  favoured: Kind | undefined;

  constructor(client: Client, folder: string) {
    this.#client = client;
    this.#folder = folder;
  }

  /** What is sought is done, and no more will be. */
  get isDone(): boolean {
    return this.isEnough && this.#done === this.#goals.length;
  }

  /** Until the signal falls; fails where nobody answers. */
  async act(signal: AbortSignal): Promise<void> {
    const { conversations } = this.#client;
    const variables = { PATH: process.env.PATH ?? '', HOME: '/tmp' };
    await conversations.create({ conversation_id: CONVERSATION, cwd: this.#folder, variables });
    while (!signal.aborted) {
      if (this.#goals.length > this.#done || !this.isEnough) await this.#pursue();
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  }

  async items(): Promise<readonly WireItem[]> {
    return (await this.#client.conversations.export(CONVERSATION)).items ?? [];
  }

  async state(): Promise<string> {
    const { goal } = await this.#client.conversations.goal(CONVERSATION);
    return goal ? `${goal.text} is ${goal.state}: ${goal.reason}` : '';
  }

  /** Sets the next one, or helps the one there is. */
  async #pursue(): Promise<void> {
    const { conversations } = this.#client;
    const number = this.#done;
    const text = this.#goals[number] ?? goalText(number, this.favoured);
    this.#goals[number] = text;
    const { goal } = await conversations.setGoal(CONVERSATION, text, { client_id: text, turns: 0 });
    if (goal?.text !== text) return;
    if (goal.state === 'done') this.#done = number + 1;
    if (goal.state === 'paused' || goal.state === 'stopped') await conversations.resumeGoal(CONVERSATION);
    const isUnwaited = readSought(text)?.kind === 'unwaited';
    if (goal.state === 'parked' && isUnwaited) await conversations.unwaitGoal(CONVERSATION);
  }
}
