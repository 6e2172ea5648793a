import { randomUUID } from 'node:crypto';
import { idText, isFields, type Message, textOf, writeMessage } from './message.ts';

/** The outcome of a turn of ours: the agent accepted it, or refused. */
type PromptOutcome = { readonly isAccepted: true } | { readonly isAccepted: false; readonly reason: string };

type OwnTurn = { readonly id: string; settle(rung: PromptOutcome): void };
type Held = { readonly line: Buffer; readonly id: string; readonly message: Message };
type Streams = { toAgent(line: Buffer): void; toEditor(line: Buffer): void };

/** Updates that only occur in a turn. Others come at any time: commands, modes, titles. */
const WORK = /^(agent_message|agent_thought|user_message|tool_call|plan)/;

/**
 * A session of the agent, and whose turn it is. Agents take one prompt at a time, and some abandon the current one for
 * the next: so ours waits for the editor's, and the editor's for ours.
 */
export class Conversation {
  /** The agent's own id for it. */
  readonly id: string;
  /** Ringback's key. */
  readonly key: string;
  readonly #streams: Streams;
  /** The editor's prompts that the agent is working on. */
  readonly #inFlight = new Set<string>();
  /** The editor's prompts that arrived during our turn. */
  #held: Held[] = [];
  #ownTurn: OwnTurn | null = null;
  /** The agent itself reports that it is working: ACP 2, where an answered prompt is only an accepted one. */
  #isWorking = false;
  /** After a load, updates of earlier turns may still arrive: then an update proves nothing about our prompt. */
  #mayReplay = false;
  #onIdle: (() => void)[] = [];

  constructor(id: string, key: string, ends: Streams) {
    this.id = id;
    this.key = key;
    this.#streams = ends;
  }

  get isIdle(): boolean {
    return !this.#ownTurn && this.#inFlight.size === 0 && !this.#isWorking;
  }

  async untilIdle(): Promise<void> {
    while (!this.isIdle) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /** A request of the editor that keeps the agent busy; passed on after our turn. */
  request(line: Buffer, message: Message): void {
    const id = idText(message.id);
    if (this.#ownTurn) this.#held.push({ line, id, message });
    else this.#forward({ line, id, message });
  }

  /** The answer to one of the editor's requests has arrived. */
  answered(id: string): void {
    if (!this.#inFlight.delete(id)) return;
    this.#mayReplay = false;
    this.#notifyIdle();
  }

  /** The user wants it to stop: prompts that are still held back are cancelled too. */
  cancel(): void {
    const prompts = this.#held.filter(({ message }) => message.method === 'session/prompt');
    this.#held = this.#held.filter((held) => !prompts.includes(held));
    for (const { message } of prompts)
      this.#streams.toEditor(writeMessage({ id: message.id, result: { stopReason: 'cancelled' } }));
  }

  loaded(): void {
    this.#mayReplay = true;
  }

  /** Gives the agent a turn; only while it is idle. */
  ring(text: string, notifications: readonly string[]): Promise<PromptOutcome> {
    const { promise, resolve } = Promise.withResolvers<PromptOutcome>();
    // No editor uses ids like this.
    const id = `ringback-${randomUUID()}`;
    this.#ownTurn = { id, settle: resolve };
    const block = {
      type: 'text',
      text,
      // The convention for text that no person wrote; opencode calls it synthetic.
      annotations: { audience: ['assistant'] },
      _meta: { ringback: { notifications } },
    };
    const params = { sessionId: this.id, prompt: [block] };
    this.#streams.toAgent(writeMessage({ id, method: 'session/prompt', params }));
    return promise;
  }

  /** Whether this is the answer to our own prompt, which the editor does not know. */
  settleOwn({ id, result, error }: Message): boolean {
    if (!this.#ownTurn || id !== this.#ownTurn.id) return false;
    const { settle } = this.#ownTurn;
    this.#ownTurn = null;
    this.#mayReplay = false;
    settle(result === undefined ? { isAccepted: false, reason: reasonOf(error) } : { isAccepted: true });
    for (const held of this.#held.splice(0)) this.#forward(held);
    this.#notifyIdle();
    return true;
  }

  /** A `session/update` arrived. */
  update({ params: { update } }: Message): void {
    const kind = isFields(update) ? (textOf(update, 'sessionUpdate') ?? '') : '';
    if (isFields(update) && kind === 'state_update') {
      this.#isWorking = update.state === 'running' || update.state === 'requires_action';
      this.#notifyIdle();
    }
    if (WORK.test(kind) && !this.#mayReplay) this.#ownTurn?.settle({ isAccepted: true });
  }

  #forward({ line, id }: Held): void {
    this.#inFlight.add(id);
    this.#streams.toAgent(line);
  }

  #notifyIdle(): void {
    if (this.isIdle) for (const resolve of this.#onIdle.splice(0)) resolve();
  }
}

function reasonOf(error: unknown): string {
  return (isFields(error) && textOf(error, 'message')) || 'no reason given';
}
