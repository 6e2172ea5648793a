import { RingbackError } from '../base/errors.ts';
import { failpoint } from '../base/failpoint.ts';
import { NoDaemonError } from '../client/link.ts';
import { answerCall } from './answer-call.ts';
import { askModel, toolsOf } from './ask-model.ts';
import { carryOut, isForgottenBy } from './carry-out.ts';
import { goOnWithout, summarise } from './compaction/summarise.ts';
import type { ConversationOptions } from './conversation-options.ts';
import { judge } from './goal/judge.ts';
import { cancelBarriers, lookAtBarrier, park } from './goal/wait.ts';
import { judgeCalls } from './judge-calls.ts';
import { messageOf } from './message-of.ts';
import type { Image } from './model.ts';
import { type Action, nextAction } from './next-action.ts';
import { sleepUntil } from './pause.ts';
import type { GoalView } from './store/goal.ts';
import type { Answer, AskedCall } from './store/store.ts';
import type { CallView, View } from './store/view.ts';
import { type Outcome, outcomeUnknown } from './tool.ts';

export type { ConversationOptions } from './conversation-options.ts';

const diedTooOften =
  'The model was asked for a summary several times, and each time the agent died before it had it.';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** How often a call that waits is told that somebody has written. */
const HURRY_MS = 1_000;
/** What is to be told comes at once; what is not, for a reason of its own, is not waited for. */
const HEARING_MS = 1_000;

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
  /** Falls when the judge is not wanted any more. */
  #judging = new AbortController();

  constructor(id: string, options: ConversationOptions) {
    this.id = id;
    this.#options = options;
  }

  /**
   * Until it is closed. Where no daemon can be had, or anything else goes wrong, it waits and looks again: what was under
   * way is done again by its id.
   */
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
        if (!(error instanceof NoDaemonError)) this.#report(error);
        const hint = error instanceof RingbackError ? error.hint : '';
        this.#options.onTrouble?.(`${messageOf(error)} ${hint}`.trim(), Date.now() + pauseMs);
        await sleepUntil(Date.now() + pauseMs, AbortSignal.any([this.#said.signal, this.#stopping.signal]));
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
      }
      this.#options.onChange?.();
    }
  }

  #report(error: unknown): void {
    if (!this.#options.report) throw error;
    this.#options.report(error);
  }

  /** False: it was sent before. */
  async send(clientId: string, text: string, images: readonly Image[] = []): Promise<boolean> {
    const { store, rings } = this.#options;
    const isNew = store.send(this.id, { clientId, content: [{ type: 'text', text }, ...images] });
    failpoint('agent:sent');
    if (!isNew) return false;
    this.look();
    if (store.view(this.id).turn !== undefined) await rings.interrupt(this.id).catch(() => {});
    return true;
  }

  /** Something was stored by somebody else: a ring. */
  look(): void {
    this.#said.abort();
    const { person, ring } = this.#options.store.view(this.id).queued;
    if (person + ring > 0) this.#judging.abort();
  }

  /** Somebody has changed the goal: what its judge would say does not count. */
  interruptJudge(): void {
    this.#judging.abort();
    this.#said.abort();
  }

  /** Ends the turn, not what it has started. */
  stop(): void {
    const { store } = this.#options;
    const { turn } = store.view(this.id);
    if (turn !== undefined) store.stop(turn);
    else if (store.goals.get(this.id)?.state !== 'working') return;
    else store.goals.change(this.id, 'pause', 'Stopped by the user.');
    this.interruptJudge();
    this.#stopping.abort();
  }

  /** For another conversation: it ends its turn, and stores what rings without one. */
  leave(): void {
    this.#options.store.leave(this.id);
    failpoint('agent:left');
    this.#stopping.abort();
    this.interruptJudge();
  }

  /** The older part is to be summarised, soon. */
  compact(): void {
    this.#options.store.wantCompaction(this.id);
    failpoint('agent:compaction-asked');
    this.#said.abort();
  }

  /** Whether a call may be carried out. The first answer counts, and is given back. */
  answer(call: string, answer: Answer): AskedCall & { readonly isFirst: boolean } {
    const answered = answerCall(this.#options.store, this.id, call, answer);
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
    if (this.#judging.signal.aborted) this.#judging = new AbortController();
    const view = store.view(this.id);
    const action = nextAction(view);
    switch (action.kind) {
      case 'idle':
        return this.#listen();
      case 'begin':
        return store.begin(this.id, action.take);
      case 'ask':
        return this.#ask(view, action);
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
      case 'hear':
        return this.#hear();
      case 'judge':
        return this.#judge(action.judging);
      case 'park':
        return park(this.id, this.#options);
      case 'look':
        return lookAtBarrier(this.id, this.#options);
      case 'cancel':
        return cancelBarriers(action.wakeUps, this.#options);
      case 'pause-goal':
        return void store.goals.change(this.id, 'pause', action.reason);
      case 'stop-goal':
        return store.stopGoal(this.id, action.reason);
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
  async #listen(until: readonly AbortSignal[] = []): Promise<void> {
    const { store, rings } = this.#options;
    const signal = AbortSignal.any([this.#said.signal, this.#closing.signal, ...until]);
    const ring = await rings.next(this.id, signal);
    if (!ring) return;
    failpoint('agent:rung');
    store.ring(this.id, ring.notifications, ring.text);
    failpoint('agent:ring-stored');
  }

  /** What rang during a turn has its own before the goal goes on. */
  async #hear(): Promise<void> {
    const { store, surroundings } = this.#options;
    if (await surroundings?.hasRings()) await this.#listen([AbortSignal.timeout(HEARING_MS)]);
    store.goals.heard(this.id);
  }

  async #judge(judging: GoalView['judging']): Promise<void> {
    const { store } = this.#options;
    const signal = AbortSignal.any([this.#judging.signal, this.#stopping.signal]);
    await judge(this.id, judging, this.#options, signal);
    // Somebody has spoken: it is judged after that.
    if (this.#judging.signal.aborted && !this.#closing.signal.aborted) store.goals.dropJudge(this.id);
  }

  #ask({ turn = 0, step }: View, { position, at }: Extract<Action, { kind: 'ask' }>): Promise<void> {
    const question = { conversation: this.id, turn, position, at, troubles: step?.troubles ?? 0 };
    return askModel(question, this.#options, this.#stopping.signal);
  }

  #summarise(turn: number, { why, summary }: Extract<Action, { kind: 'summarise' }>): Promise<void> {
    return summarise({ conversation: this.id, turn, why, summary }, this.#options, this.#stopping.signal);
  }

  async #await(call: string, until: number): Promise<void> {
    await sleepUntil(until, AbortSignal.any([this.#said.signal, this.#stopping.signal]));
    if (!this.#closing.signal.aborted && Date.now() >= until)
      this.#options.store.expireApproval(this.id, call);
  }

  async #call(turn: number, call: CallView, wanted: readonly CallView[]): Promise<void> {
    const { id, tool: name, input, state, begunAt } = call;
    const { store, rings } = this.#options;
    const signal = this.#stopping.signal;
    const tools = await toolsOf(this.id, this.#options, signal);
    if (signal.aborted) return;
    // What is allowed may have been forbidden since.
    const judged = [call, ...wanted.filter((one) => one !== call)];
    if (judgeCalls(this.id, judged, tools, this.#options)) return;
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
