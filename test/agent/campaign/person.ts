import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../../../src/base/errors.ts';
import type { WireItem } from '../../../src/wire/conversation-item.ts';
import { Aside } from './aside.ts';
import type { Programs } from './programs.ts';
import { FIRST, NEVER } from './work.ts';

const LOOK_MS = 50;

export type Message = { readonly clientId: string; readonly text: string };

/** Who talks with the agent: says things until they are stored, and answers what it asks. */
export class Person {
  /** In the order in which they were said. */
  readonly said: Message[] = [{ clientId: 'first', text: FIRST }];
  readonly #programs: Programs;
  readonly #id: string;
  readonly #cwd: string;
  /** How many of them are known to be stored. */
  #stored = 0;
  readonly aside: Aside;
  /** Whether it talks in the other conversation, too. */
  goesAside = false;

  constructor(programs: Programs, id: string, cwd: string) {
    this.#programs = programs;
    this.#id = id;
    this.#cwd = cwd;
    this.aside = new Aside(programs, cwd);
  }

  say(text: string): void {
    this.said.push({ clientId: `${text}-${this.said.length}`, text });
  }

  /** Until the signal falls. Whatever dies, it is tried again. */
  async talk(signal: AbortSignal): Promise<void> {
    const aside = this.goesAside ? this.#persist(() => this.aside.goOn(signal), signal) : undefined;
    await Promise.all([this.#persist(() => this.#act(signal), signal), aside]);
  }

  async #persist(act: () => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#programs.bringUp();
        await act();
      } catch (error) {
        if (!mayPass(error)) throw error;
      }
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  }

  async items(): Promise<readonly WireItem[]> {
    return (await this.#conversations.export(this.#id)).items ?? [];
  }

  /** What was said and is not stored, or what the agent is at. */
  async busyWith(): Promise<string[]> {
    const { state, trouble } = await this.#conversations.get(this.#id);
    const unsaid = this.said.slice(this.#stored).map(({ text }) => `${text} is not stored`);
    return state === 'idle' ? unsaid : [...unsaid, `${state} ${trouble?.message ?? ''}`];
  }

  get #conversations() {
    return this.#programs.client.conversations;
  }

  async #act(signal: AbortSignal): Promise<void> {
    const variables = { PATH: process.env.PATH ?? '', HOME: '/tmp' };
    await this.#conversations.create({ conversation_id: this.#id, cwd: this.#cwd, variables });
    while (!signal.aborted) {
      for (const { clientId, text } of this.said.slice(this.#stored)) {
        await this.#conversations.send(this.#id, text, { client_id: clientId });
        this.#stored += 1;
      }
      for (const { call_id, input } of await this.#conversations.approvals(this.#id)) {
        const answer = JSON.stringify(input).includes(NEVER) ? 'deny' : 'allow';
        await this.#conversations.answer(this.#id, { call_id, answer, by: 'campaign' });
      }
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  }
}

/** What is said of programs that are dead or not up yet. */
function mayPass(error: unknown): boolean {
  return error instanceof RingbackError || (error instanceof Error && 'code' in error);
}
