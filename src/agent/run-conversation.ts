import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../base/errors.ts';
import { failpoint } from '../base/failpoint.ts';
import { NoDaemonError } from '../client/link.ts';
import { callId, stepId } from './ids.ts';
import { type Image, type Model, ModelError, type ModelStep } from './model.ts';
import { nextAction } from './next-action.ts';
import type { Rings } from './rings.ts';
import type { Store } from './store/store.ts';
import type { CallView } from './store/view.ts';
import { type Outcome, outcomeUnknown, type Tool } from './tool.ts';

export type ConversationOptions = {
  readonly store: Store;
  readonly rings: Rings;
  readonly model: Model;
  /** Those of now: servers of other people's tools come and go. It may take a while until they have come. */
  tools(signal: AbortSignal): Promise<readonly Tool[]>;
  instructions(): string;
  /** Why the model must not be asked now; undefined: it may. */
  refusal?(): string | undefined;
  /** When a question may be asked again that the model could not answer; undefined: the turn fails. */
  retryAt(error: ModelError, troubles: number): number | undefined;
  /** What is being said, which counts only once it is stored: a viewer replaces it by its step's id. */
  onText?(step: string, text: string): void;
  /** It has to wait, for its model or for the daemon, and tries again then. */
  onTrouble?(message: string, at: number): void;
  /** Something was stored that a viewer may want to see. */
  onChange?(): void;
  /** It takes no more turns in this program. */
  onClosed?(): Promise<void>;
};

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** How often a call that waits is told that somebody has written. */
const HURRY_MS = 1_000;

/**
 * Takes the turns of one conversation, one action after the other, each decided from what is stored. Whoever dies, and
 * wherever: the next one that runs it goes on.
 */
export class RunningConversation {
  readonly id: string;
  readonly #options: ConversationOptions;
  readonly #closing = new AbortController();
  /** Falls when a person stops the turn. */
  #stopping = new AbortController();
  /** Falls when a person says something. */
  #said = new AbortController();

  constructor(id: string, options: ConversationOptions) {
    this.id = id;
    this.#options = options;
  }

  /** Until it is closed. Where no daemon can be had it waits for one: what was under way is done again by its id. */
  async run(): Promise<void> {
    try {
      await this.#takeTurns();
    } finally {
      await this.#options.onClosed?.();
    }
  }

  async #takeTurns(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#closing.signal.aborted) {
      try {
        await this.#act();
        pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        if (!(error instanceof NoDaemonError)) throw error;
        this.#options.onTrouble?.(`${error.message} ${error.hint}`.trim(), Date.now() + pauseMs);
        await sleepUntil(Date.now() + pauseMs, AbortSignal.any([this.#said.signal, this.#stopping.signal]));
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
      }
      this.#options.onChange?.();
    }
  }

  /** False: it was sent before. */
  async send(clientId: string, text: string, images: readonly Image[] = []): Promise<boolean> {
    const { store, rings } = this.#options;
    const isNew = store.send(this.id, { clientId, content: [{ type: 'text', text }, ...images] });
    failpoint('agent:sent');
    if (!isNew) return false;
    this.#said.abort();
    if (store.view(this.id).turn !== undefined) await rings.interrupt(this.id).catch(() => {});
    return true;
  }

  /** Something was stored by somebody else: a ring. */
  look(): void {
    this.#said.abort();
  }

  /** Ends the turn, not what it has started. */
  stop(): void {
    const { store } = this.#options;
    const { turn } = store.view(this.id);
    if (turn === undefined) return;
    store.stop(turn);
    this.#stopping.abort();
  }

  /** What is under way is left as it is: the next program goes on. */
  close(): void {
    this.#closing.abort();
    this.#stopping.abort();
  }

  async #act(): Promise<void> {
    const { store } = this.#options;
    if (this.#stopping.signal.aborted && !this.#closing.signal.aborted)
      this.#stopping = new AbortController();
    if (this.#said.signal.aborted) this.#said = new AbortController();
    const view = store.view(this.id);
    const action = nextAction(view);
    switch (action.kind) {
      case 'idle':
        return this.#listen();
      case 'begin':
        return store.begin(this.id, action.take);
      case 'ask':
        return this.#ask(view.turn ?? 0, action.position, action.at, view.step?.troubles ?? 0);
      case 'call':
        return this.#call(view.turn ?? 0, action.call);
      case 'acknowledge':
        return this.#acknowledge(action.notifications);
      case 'finish':
        failpoint('agent:before-finish');
        return store.finish(view.turn ?? 0);
      case 'fail':
        return store.fail(view.turn ?? 0, action.reason);
    }
  }

  /** Until something rings, or a person says something. */
  async #listen(): Promise<void> {
    const { store, rings } = this.#options;
    const signal = AbortSignal.any([this.#said.signal, this.#closing.signal]);
    const ring = await rings.next(this.id, signal);
    if (!ring) return;
    failpoint('agent:rung');
    store.ring(this.id, ring.notifications, ring.text);
    failpoint('agent:ring-stored');
  }

  async #ask(turn: number, before: number | undefined, at: number, troubles: number): Promise<void> {
    const { store, model, instructions } = this.#options;
    const signal = this.#stopping.signal;
    await sleepUntil(at, signal);
    if (signal.aborted) return;
    const refusal = this.#options.refusal?.();
    if (refusal !== undefined) return store.fail(turn, refusal);
    const tools = await this.#options.tools(signal);
    if (signal.aborted) return;
    const position = store.ask(this.id, turn, model.name, before);
    failpoint('agent:asking');
    const request = {
      instructions: instructions(),
      messages: store.history(this.id),
      tools,
      callId: (index: number) => callId(this.id, position, index),
    };
    const onText = (text: string) => this.#options.onText?.(stepId(this.id, position), text);
    let step: ModelStep;
    try {
      step = await model.step(request, { signal, onText });
    } catch (error) {
      if (signal.aborted) return;
      return this.#trouble(turn, position, troubles, error);
    }
    if (signal.aborted) return;
    failpoint('agent:heard');
    store.said(this.id, position, step, model.costOf(step.usage));
    failpoint('agent:said');
  }

  #trouble(turn: number, position: number, troubles: number, error: unknown): void {
    const { store, retryAt, onTrouble } = this.#options;
    const mayRepeat = error instanceof ModelError && error.trouble === 'again';
    const at = mayRepeat ? retryAt(error, troubles) : undefined;
    if (at === undefined) {
      store.fail(turn, messageOf(error));
      return;
    }
    store.putOff(this.id, position, at);
    onTrouble?.(messageOf(error), at);
  }

  async #call(turn: number, { id, tool: name, input, state, begunAt }: CallView): Promise<void> {
    const { store, rings } = this.#options;
    const signal = this.#stopping.signal;
    const tools = await this.#options.tools(signal);
    if (signal.aborted) return;
    const tool = tools.find((one) => one.name === name);
    const isRepeat = state === 'begun';
    const isForgotten = Date.now() - (begunAt ?? Date.now()) > (tool?.knownForMs ?? Infinity);
    store.beginCall(id);
    failpoint('agent:call-begun');
    // A wait that began after somebody wrote is ended too.
    const hurry = setInterval(() => {
      if (store.view(this.id).queued.person > 0) void rings.interrupt(this.id).catch(() => {});
    }, HURRY_MS);
    let outcome: Outcome;
    try {
      outcome =
        isRepeat && isForgotten
          ? outcomeUnknown
          : await carryOut(tool, name, input, { id, isRepeat, signal });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof NoDaemonError) throw error;
      return store.fail(turn, messageOf(error));
    } finally {
      clearInterval(hurry);
    }
    failpoint('agent:call-done');
    // A person has stopped it, and it is answered already; or somebody else goes on.
    if (signal.aborted) return;
    store.answerCall(this.id, id, outcome);
    failpoint('agent:call-answered');
  }

  async #acknowledge(notifications: readonly string[]): Promise<void> {
    const { store, rings } = this.#options;
    await rings.acknowledge(notifications);
    failpoint('agent:acknowledged');
    store.acknowledged(notifications);
  }
}

async function carryOut(
  tool: Tool | undefined,
  name: string,
  input: unknown,
  call: Parameters<Tool['execute']>[1],
): Promise<Outcome> {
  // Of one that is gone nobody knows whether it may be repeated.
  if (call.isRepeat && (tool?.repeat ?? 'never') === 'never') return outcomeUnknown;
  if (!tool) return { output: `There is no tool ${name}.`, isError: true };
  try {
    return await tool.execute(input, call);
  } catch (error) {
    // The daemon's own words are an answer; that there is none says nothing about what was done.
    if (!(error instanceof RingbackError) || error instanceof NoDaemonError) throw error;
    return { output: `${error.message} ${error.hint}`.trim(), isError: true };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A signal that falls ends it early. */
async function sleepUntil(at: number, signal: AbortSignal): Promise<void> {
  const ms = at - Date.now();
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {});
}
