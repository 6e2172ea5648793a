import { uptime } from 'node:os';
import { failpoint } from '../base/failpoint.ts';
import { NoDaemonError } from '../client/link.ts';
import type { Approval } from './approval/approval.ts';
import { carryOut } from './carry-out.ts';
import { CHARACTERS_PER_TOKEN, isLong } from './compaction/cut.ts';
import { recallTool } from './compaction/recall.ts';
import { goOnWithout, summarise } from './compaction/summarise.ts';
import { callId, stepId } from './ids.ts';
import { type Image, type Model, ModelError, type ModelRequest, type ModelStep } from './model.ts';
import { type Action, nextAction } from './next-action.ts';
import { sleepUntil } from './pause.ts';
import type { Rings } from './rings.ts';
import type { Answer, AskedCall, Store } from './store/store.ts';
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
  /** Which calls need a person's answer, or are forbidden. Default: none. */
  readonly approval?: Approval;
  /** What the conversation has started and has not ended, a line each: a summary must not lose that. */
  running?(): Promise<readonly string[]>;
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

const diedTooOften =
  'The model was asked for a summary several times, and each time the agent died before it had it.';

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
  /** Falls when a person says or answers something. */
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

  /** For another conversation: it ends its turn, and stores what rings without one. */
  leave(): void {
    this.#options.store.leave(this.id);
    failpoint('agent:left');
    this.#stopping.abort();
    this.#said.abort();
  }

  /** The older part is to be summarised, soon. */
  compact(): void {
    this.#options.store.wantCompaction(this.id);
    failpoint('agent:compaction-asked');
    this.#said.abort();
  }

  /** Whether a call may be carried out. The first answer counts, and is given back. */
  answer(call: string, { answer, by, reason }: Answer): AskedCall & { readonly isFirst: boolean } {
    const { store, approval } = this.#options;
    const asked = store.approvals(this.id).find(({ id }) => id === call);
    const patterns = (asked && approval?.patternsFor(asked.tool, asked.input)) ?? [];
    const answered = store.answerApproval(this.id, call, { answer, by, ...(reason && { reason }), patterns });
    failpoint('agent:approved');
    this.#said.abort();
    return answered;
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
      case 'summarise':
        return this.#summarise(view.turn ?? 0, action);
      case 'skip':
        return goOnWithout({ conversation: this.id, turn: view.turn ?? 0, ...action }, store, diedTooOften);
      case 'call':
        return this.#call(view.turn ?? 0, action.call, action.wanted);
      case 'await':
        return this.#await(action.call.id, action.until);
      case 'deny':
        return store.denyForMessage(action.calls.map(({ id }) => id));
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
    const tools = await this.#tools(signal);
    if (signal.aborted) return;
    const position = store.ask(this.id, turn, model.name, before);
    failpoint('agent:asking');
    const request = {
      instructions: instructions(),
      messages: store.history(this.id),
      tools,
      callId: (index: number) => callId(this.id, position, index),
    };
    let heard = 0;
    const onText = (text: string) => {
      heard += text.length;
      this.#options.onText?.(stepId(this.id, position), text);
    };
    let step: ModelStep;
    try {
      step = await model.step(request, { signal, onText });
    } catch (error) {
      if (heard > 0) this.#countBrokenOff(position, request, heard);
      if (signal.aborted) return;
      return this.#trouble(turn, position, troubles, error);
    }
    if (signal.aborted) return;
    failpoint('agent:heard');
    const { inputTokens, outputTokens } = step.usage;
    const long = isLong(inputTokens + outputTokens, model.contextTokens);
    store.said(this.id, position, step, model.costOf(step.usage), long);
    failpoint('agent:said');
  }

  /** What was said in part costs too; how much is known only roughly. */
  #countBrokenOff(position: number, { messages }: Pick<ModelRequest, 'messages'>, heard: number): void {
    const { store, model } = this.#options;
    const last = store.lastUsage(this.id);
    const usage = {
      inputTokens: last
        ? last.inputTokens + last.outputTokens
        : Math.ceil(JSON.stringify(messages).length / CHARACTERS_PER_TOKEN),
      cachedTokens: last?.cachedTokens ?? 0,
      outputTokens: Math.ceil(heard / CHARACTERS_PER_TOKEN),
    };
    store.spent(this.id, position, usage, model.costOf(usage));
  }

  #summarise(turn: number, { why, summary }: Extract<Action, { kind: 'summarise' }>): Promise<void> {
    return summarise({ conversation: this.id, turn, why, summary }, this.#options, this.#stopping.signal);
  }

  /** Where a summary stands for something, its exact words can be asked for. */
  async #tools(signal: AbortSignal): Promise<readonly Tool[]> {
    const { store, tools } = this.#options;
    const known = await tools(signal);
    return store.lastSummary(this.id) ? [...known, recallTool(store, this.id)] : known;
  }

  #trouble(turn: number, position: number, troubles: number, error: unknown): void {
    const { store, retryAt, onTrouble } = this.#options;
    if (error instanceof ModelError && error.trouble === 'too_long') {
      store.tooLong(this.id, position);
      return;
    }
    const mayRepeat = error instanceof ModelError && error.trouble === 'again';
    const at = mayRepeat ? retryAt(error, troubles) : undefined;
    if (at === undefined) {
      store.fail(turn, messageOf(error));
      return;
    }
    store.putOff(this.id, position, at);
    onTrouble?.(messageOf(error), at);
  }

  async #await(call: string, until: number): Promise<void> {
    await sleepUntil(until, AbortSignal.any([this.#said.signal, this.#stopping.signal]));
    if (!this.#closing.signal.aborted && Date.now() >= until)
      this.#options.store.expireApproval(this.id, call);
  }

  /** Asks about, or refuses, what must not simply be carried out. False: there is nothing of that kind. */
  #judge(calls: readonly CallView[], tools: readonly Tool[]): boolean {
    const { store, approval } = this.#options;
    if (!approval) return false;
    const always = store.allowed(this.id);
    const ask: string[] = [];
    const deny: { id: string; reason: string }[] = [];
    for (const { id, tool: name, input, state } of calls) {
      const tool = tools.find((one) => one.name === name);
      const judgement = tool && approval.judge(tool, input, always);
      if (judgement?.kind === 'deny') deny.push({ id, reason: judgement.reason });
      else if (judgement?.kind === 'ask' && state === 'wanted') ask.push(id);
    }
    if (ask.length + deny.length === 0) return false;
    store.judge({ ask, deny, expiresAt: approval.expiresAt(Date.now()) });
    failpoint('agent:judged');
    return true;
  }

  async #call(turn: number, call: CallView, wanted: readonly CallView[]): Promise<void> {
    const { id, tool: name, input, state, begunAt } = call;
    const { store, rings } = this.#options;
    const signal = this.#stopping.signal;
    const tools = await this.#tools(signal);
    if (signal.aborted) return;
    // What is allowed may have been forbidden since.
    if (this.#judge(state === 'allowed' ? [call, ...wanted] : wanted, tools)) return;
    const tool = tools.find((one) => one.name === name);
    const isRepeat = state === 'begun';
    const isForgotten = isForgottenBy(tool, begunAt ?? Date.now());
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

/**
 * Whether the tool may know nothing of a call that began then: it is long ago, or the machine has started since, and a power
 * cut may have taken what the tool had written.
 */
function isForgottenBy(tool: Tool | undefined, begunAt: number): boolean {
  const now = Date.now();
  if (now - begunAt > (tool?.knownForMs ?? Infinity)) return true;
  return tool?.repeat !== 'harmless' && begunAt < now - uptime() * 1000;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
