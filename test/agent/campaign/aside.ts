import { setTimeout as sleep } from 'node:timers/promises';
import type { WireItem } from '../../../src/wire/conversation-item.ts';
import type { Turn } from '../../testbed/model/script.ts';
import type { Programs } from './programs.ts';

export const ASIDE = 'aside';
const CONVERSATION = 'conv_ba9876543210';
const LOOK_MS = 20;
/** Of what was said there, the model takes no more. */
const MOST = 2;

/** What the model says there. */
export const listener: Turn = ({ said }) => {
  const heard = said.filter(({ by, text }) => by === 'user' && text.startsWith(ASIDE));
  if (heard.length <= MOST) return 'I see.';
  const message = "This model's maximum context length is 10 tokens.";
  return { status: 400, error: { message, code: 'context_length_exceeded' } };
};

/** A conversation beside the other one, which is left, taken up again and summarised, over and over. */
export class Aside {
  readonly #programs: Programs;
  readonly #cwd: string;
  readonly said: string[] = [];
  #stored = 0;

  constructor(programs: Programs, cwd: string) {
    this.#programs = programs;
    this.#cwd = cwd;
  }

  /** Once around, unless somebody dies. */
  async goOn(signal: AbortSignal): Promise<void> {
    const { conversations } = this.#programs.client;
    await conversations.create({ conversation_id: CONVERSATION, cwd: this.#cwd });
    if (this.#stored === this.said.length) this.said.push(`${ASIDE}${this.said.length}`);
    for (const text of this.said.slice(this.#stored)) {
      await conversations.send(CONVERSATION, text, { client_id: text });
      this.#stored += 1;
    }
    await this.#idle(signal);
    // The second time there is nothing to summarise.
    for (let times = 0; this.#stored % 4 === 0 && times < 2; times += 1) {
      await conversations.compact(CONVERSATION);
      await this.#idle(signal);
    }
    if (!signal.aborted) await conversations.close(CONVERSATION);
  }

  /** What is wrong with it in the end. */
  async check(): Promise<string[]> {
    if (this.#stored === 0) return [];
    const { items = [] } = await this.#programs.client.conversations.export(CONVERSATION);
    const heard = items.flatMap((item) => textOf(item) ?? []);
    const expected = this.said.slice(0, this.#stored);
    // The last one may be stored, and nobody was told.
    const isRight = heard.join() === expected.join() || heard.join() === this.said.join();
    return isRight ? [] : [`aside: said ${expected.join()}, heard ${heard.join()}`];
  }

  async #idle(signal: AbortSignal): Promise<void> {
    const { conversations } = this.#programs.client;
    while (!signal.aborted && (await conversations.get(CONVERSATION)).state !== 'idle') await sleep(LOOK_MS);
  }
}

function textOf(item: WireItem): string | undefined {
  return item.kind === 'person' ? item.text : undefined;
}
