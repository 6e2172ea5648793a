import { randomUUID } from 'node:crypto';
import { idText, isFields, type Message, textOf, writeMessage } from './message.ts';

/** What a turn of our own came to: the agent took it, or answered that it does not. */
export type Rung = { readonly isTaken: true } | { readonly isTaken: false; readonly reason: string };

type OwnTurn = { readonly id: string; settle(rung: Rung): void };
type Held = { readonly line: Buffer; readonly id: string; readonly message: Message };
type Ends = { toAgent(line: Buffer): void; toEditor(line: Buffer): void };

/** Updates that only a turn brings about. Others come at any time: commands, modes, titles. */
const WORK = /^(agent_message|agent_thought|user_message|tool_call|plan)/;

/**
 * One session of the agent's, and who has the turn in it. Agents take one prompt at a time, and some drop what they are
 * at for the next one: so ours waits for the editor's, and the editor's for ours.
 */
export class Conversation {
  /** The agent's own id of it. */
  readonly id: string;
  /** Ringback's. */
  readonly key: string;
  readonly #ends: Ends;
  /** The editor's prompts that the agent is at. */
  readonly #asked = new Set<string>();
  /** The editor's prompts that came while we had the turn. */
  #held: Held[] = [];
  #own: OwnTurn | null = null;
  /** The agent itself says that it is at work: ACP 2, where an answered prompt is only a taken one. */
  #saysItWorks = false;
  /** What was said earlier may still be coming in after a load: an update proves nothing about our prompt then. */
  #mayReplay = false;
  #onIdle: (() => void)[] = [];

  constructor(id: string, key: string, ends: Ends) {
    this.id = id;
    this.key = key;
    this.#ends = ends;
  }

  get isIdle(): boolean {
    return !this.#own && this.#asked.size === 0 && !this.#saysItWorks;
  }

  async untilIdle(): Promise<void> {
    while (!this.isIdle) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /** A request of the editor's that keeps the agent busy, to be passed on when we do not. */
  ask(line: Buffer, message: Message): void {
    const id = idText(message.id);
    if (this.#own) this.#held.push({ line, id, message });
    else this.#pass({ line, id, message });
  }

  /** The answer to one of the editor's requests has come. */
  answered(id: string): void {
    if (!this.#asked.delete(id)) return;
    this.#mayReplay = false;
    this.#tellIdle();
  }

  /** The user wants it to stop: what is still held here is over too. */
  cancel(): void {
    const prompts = this.#held.filter(({ message }) => message.method === 'session/prompt');
    this.#held = this.#held.filter((held) => !prompts.includes(held));
    for (const { message } of prompts)
      this.#ends.toEditor(writeMessage({ id: message.id, result: { stopReason: 'cancelled' } }));
  }

  loaded(): void {
    this.#mayReplay = true;
  }

  /** Gives the agent a turn; only while it is idle. */
  ring(text: string, notifications: readonly string[]): Promise<Rung> {
    const { promise, resolve } = Promise.withResolvers<Rung>();
    // No editor has ids like this one.
    const id = `ringback-${randomUUID()}`;
    this.#own = { id, settle: resolve };
    const block = {
      type: 'text',
      text,
      // The idiom for what no person wrote; opencode calls it synthetic.
      annotations: { audience: ['assistant'] },
      _meta: { ringback: { notifications } },
    };
    const params = { sessionId: this.id, prompt: [block] };
    this.#ends.toAgent(writeMessage({ id, method: 'session/prompt', params }));
    return promise;
  }

  /** Whether this is the answer to our own prompt, which the editor knows nothing of. */
  takeAnswer({ id, result, error }: Message): boolean {
    if (!this.#own || id !== this.#own.id) return false;
    const { settle } = this.#own;
    this.#own = null;
    this.#mayReplay = false;
    settle(result === undefined ? { isTaken: false, reason: reasonOf(error) } : { isTaken: true });
    for (const held of this.#held.splice(0)) this.#pass(held);
    this.#tellIdle();
    return true;
  }

  /** A `session/update` passes by. */
  update({ params: { update } }: Message): void {
    const kind = isFields(update) ? (textOf(update, 'sessionUpdate') ?? '') : '';
    if (isFields(update) && kind === 'state_update') {
      this.#saysItWorks = update.state === 'running' || update.state === 'requires_action';
      this.#tellIdle();
    }
    if (WORK.test(kind) && !this.#mayReplay) this.#own?.settle({ isTaken: true });
  }

  #pass({ line, id }: Held): void {
    this.#asked.add(id);
    this.#ends.toAgent(line);
  }

  #tellIdle(): void {
    if (this.isIdle) for (const resolve of this.#onIdle.splice(0)) resolve();
  }
}

function reasonOf(error: unknown): string {
  return (isFields(error) && textOf(error, 'message')) || 'no reason given';
}
