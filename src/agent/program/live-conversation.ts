import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../base/config.ts';
import type { Client } from '../../client/client.ts';
import { IdleWatch } from '../../transport/idle.ts';
import { answerCall } from '../answer-call.ts';
import type { Servers } from '../mcp/servers.ts';
import { messageOf } from '../message-of.ts';
import type { Image } from '../model.ts';
import { openConversation } from '../open-agent.ts';
import type { RunningConversation } from '../run-conversation.ts';
import type { NewGoal } from '../store/goal.ts';
import type { Answer, AskedCall, Store } from '../store/store.ts';
import { LiveModel, type Variables } from './live-model.ts';
import { Retry } from './retry.ts';
import { Viewers } from './viewers.ts';

export type LiveOptions = {
  readonly home: string;
  readonly store: Store;
  readonly client: Client;
  /** Other people's servers of tools, which conversations share. */
  readonly servers: Servers;
  config(): Promise<Config>;
  /** Until somebody who looks at it brings their own. */
  readonly variables: Variables;
  report(error: unknown): void;
};

export type Trouble = { readonly message: string; readonly retryAt: number | undefined };

/** One conversation in this program: what it has in memory, who looks at it, and the loop that takes its turns. */
export class LiveConversation {
  readonly id: string;
  readonly viewers = new Viewers(() => this.#idle?.look());
  readonly model: LiveModel;
  readonly #options: LiveOptions;
  #variables: Variables | undefined;
  #trouble: Trouble | undefined;
  /** Servers of tools that are not there, and why. */
  missing: readonly string[] = [];
  #running: RunningConversation | undefined;
  /** Falls when the loop has ended. */
  #over: Promise<void> = Promise.resolve();
  #waking: Promise<void> | undefined;
  readonly #retry = new Retry(() => this.wakeSoon());
  /** Somebody has changed what it is chosen by. */
  #isModelOld = true;
  /** The loop runs with what somebody has changed since: another one takes the next turn. */
  #isOutdated = false;
  /** Who has opened it for one answer has made it deaf; it was not before. */
  #hearsAgain: 'never' | 'after a message' | 'after this turn' = 'never';
  /** Tells when nobody has looked at it, and nothing was to be done, for a while. */
  #idle: IdleWatch | undefined;
  /** Its loop was ended for that. */
  #isResting = false;
  #isClosed = false;

  constructor(id: string, options: LiveOptions) {
    this.id = id;
    this.#options = options;
    const begin = () => {
      this.viewers.silence();
      this.#setTrouble(undefined);
    };
    this.model = new LiveModel(begin, () => this.viewers.silence());
  }

  get trouble(): Trouble | undefined {
    return this.#trouble;
  }

  /** What its commands get, and where keys are found. In memory only (promise 17). */
  get variables(): Variables {
    return this.#variables ?? this.#options.variables;
  }

  /** Somebody looks at it. */
  async open(wish: { model?: string; variables?: Variables; hears: boolean }): Promise<void> {
    const { store } = this.#options;
    const isOther = wish.variables && !isDeepStrictEqual(wish.variables, this.variables);
    const heard = this.#hears();
    // Who looks at it hears, whoever comes for one answer.
    const hears = wish.hears || (heard && this.viewers.count > 0);
    if (isOther || heard !== hears) this.#isOutdated = true;
    if (hears) this.#hearsAgain = 'never';
    else if (heard || this.#hearsAgain !== 'never') this.#hearsAgain = 'after a message';
    if (wish.variables) this.#variables = wish.variables;
    store.setHears(this.id, hears);
    store.reopen(this.id);
    if (wish.model !== undefined) store.setModel(this.id, wish.model);
    if (isOther || wish.model !== undefined) {
      this.#isModelOld = true;
      await this.#choose().catch((error) => this.#fail(error));
    }
    this.#leaveIfDone();
    await this.wake();
  }

  /** False: it was sent before. */
  async send(clientId: string, text: string, images: readonly Image[]): Promise<boolean> {
    const { store } = this.#options;
    if (this.#hearsAgain !== 'never') this.#hearsAgain = 'after this turn';
    if (this.#running) return this.#running.send(clientId, text, images);
    const isNew = store.send(this.id, { clientId, content: [{ type: 'text', text }, ...images] });
    this.wakeSoon();
    return isNew;
  }

  /** `busy`: a turn is under way, after which it asks for what there is. */
  ring(notifications: readonly string[], text: string): 'stored' | 'known' | 'busy' {
    const { store } = this.#options;
    if (this.#running && store.view(this.id).turn !== undefined) return 'busy';
    const isNew = store.ring(this.id, notifications, text);
    this.wakeSoon();
    return isNew ? 'stored' : 'known';
  }

  stop(): void {
    const { store } = this.#options;
    const { turn } = store.view(this.id);
    if (this.#running) this.#running.stop();
    else if (turn !== undefined) store.stop(turn);
    else if (store.goals.get(this.id)?.state === 'working')
      store.goals.change(this.id, 'pause', 'Stopped by the user.');
    // Nobody tries again for a turn that has ended.
    if (turn !== undefined && this.#trouble?.retryAt !== undefined) this.#setTrouble(undefined);
  }

  /** For another one: what rings is stored from now on, and makes no turn. */
  leave(): void {
    if (this.#running) this.#running.leave();
    else this.#options.store.leave(this.id);
  }

  /** The older part is summarised, soon. */
  compact(): void {
    if (this.#running) this.#running.compact();
    else this.#options.store.wantCompaction(this.id);
    this.wakeSoon();
  }

  /** Calls that wait for a person's answer. */
  approvals(): readonly AskedCall[] {
    return this.#options.store.approvals(this.id);
  }

  answer(call: string, answer: Answer): ReturnType<Store['answerApproval']> {
    if (this.#running) return this.#running.answer(call, answer);
    return answerCall(this.#options.store, this.id, call, answer);
  }

  /** False: it was set before. */
  async setGoal(goal: NewGoal): Promise<boolean> {
    // Who sets one wants it to go on by itself.
    if (!this.#hears()) await this.open({ hears: true });
    const isNew = this.#options.store.goals.set(this.id, goal);
    this.#running?.interruptJudge();
    this.wakeSoon();
    return isNew;
  }

  /** False: that cannot happen to it now. */
  changeGoal(change: 'pause' | 'resume' | 'unwait' | 'clear', reason?: string): boolean {
    const isChanged = this.#options.store.goals.change(this.id, change, reason);
    this.#running?.interruptJudge();
    this.wakeSoon();
    return isChanged;
  }

  /** Takes turns, if it has a model. */
  wake(): Promise<void> {
    this.#isResting = false;
    this.#running?.look();
    this.#waking ??= this.#start()
      .then(() => this.#retry.stop())
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#waking = undefined;
      });
    return this.#waking;
  }

  /** As `wake`, for nobody who could be told that it failed: it is reported, and tried again. */
  wakeSoon(): void {
    this.wake().catch(() => {});
  }

  /** What is under way is left as it is. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#retry.stop();
    this.#idle?.stop();
    // At once: from here on no turn begins.
    this.#running?.close();
    await this.#waking?.catch(() => {});
    this.#running?.close();
    await this.#over;
  }

  /** Whatever it was may be over soon, and nobody else would try again. */
  #fail(error: unknown): never {
    this.#options.report(error);
    if (!this.#isClosed) this.#setTrouble({ message: messageOf(error), retryAt: this.#retry.later() });
    throw error;
  }

  async #choose(): Promise<void> {
    const { store, config } = this.#options;
    const wish = store.get(this.id)?.model;
    const lines = await this.model.choose(wish || undefined, await config(), this.variables);
    this.#isModelOld = !this.model.isChosen;
    this.#setTrouble(lines === undefined ? undefined : { message: lines, retryAt: undefined });
    if (lines === undefined && wish !== this.model.name) store.setModel(this.id, this.model.name);
  }

  async #start(): Promise<void> {
    if (this.#isClosed) return;
    if (this.#isModelOld) await this.#choose();
    if (this.#running) return;
    await this.#over;
    const config = await this.#options.config();
    const conversation = this.#options.store.get(this.id);
    if (!this.model.isChosen || !conversation || this.#isClosed) return;
    // Nobody can ring it later: it is there for one answer.
    const { hears } = conversation;
    this.#isOutdated = !hears;
    this.#setTrouble(undefined);
    const running = openConversation(conversation, {
      ...this.#options,
      config,
      model: this.model,
      env: this.variables,
      hears,
      onText: (step, text) => this.viewers.say(step, text),
      onTrouble: (message, at) => this.#setTrouble({ message, retryAt: at }),
      onMissing: (missing) => {
        this.missing = missing;
        this.viewers.changed();
      },
      onChange: () => {
        if (Date.now() >= (this.#trouble?.retryAt ?? Infinity)) this.#setTrouble(undefined);
        this.#hearAgain();
        this.#leaveIfDone();
        this.#idle?.look();
      },
    });
    this.#running = running;
    this.#watchIdleness(config.agentIdleSeconds);
    this.#over = running
      .run()
      .catch((error) => this.#fail(error))
      .catch(() => {})
      .finally(() => {
        if (this.#running === running) this.#running = undefined;
        // The next one takes what was said while it ended, and listens for what rings.
        const isWanted = this.#trouble === undefined && (this.#hears() || this.#isWorking());
        if (isWanted && !this.#isResting) this.wakeSoon();
      });
  }

  #watchIdleness(seconds: number): void {
    this.#idle?.stop();
    this.#idle = new IdleWatch({
      isIdle: () => this.#isIdle(),
      seconds,
      leave: () => void this.#rest().catch((error) => this.#options.report(error)),
    });
    this.#idle.look();
  }

  /** Its loop, its subscription and its servers of tools go, unless something is to come (promise 28). Who rings it wakes it. */
  async #rest(): Promise<void> {
    const running = this.#running;
    if (await this.#options.client.activeForSession(this.id)) return this.#idle?.look();
    if (this.#running !== running || !this.#isIdle()) return;
    this.#isResting = true;
    this.#running = undefined;
    running?.close();
  }

  #isIdle(): boolean {
    return this.#running !== undefined && this.viewers.count === 0 && !this.#isWorking() && !this.#isClosed;
  }

  #hears(): boolean {
    return this.#options.store.get(this.id)?.hears ?? true;
  }

  #hearAgain(): void {
    if (this.#hearsAgain !== 'after this turn' || this.#isWorking()) return;
    this.#hearsAgain = 'never';
    this.#options.store.setHears(this.id, true);
  }

  #leaveIfDone(): void {
    if (!this.#isOutdated || this.#isWorking()) return;
    this.#running?.close();
    this.#running = undefined;
  }

  #isWorking(): boolean {
    return this.#options.store.summary(this.id)?.isWorking ?? false;
  }

  #setTrouble(trouble: Trouble | undefined): void {
    if (this.#trouble === undefined && trouble === undefined) return;
    this.#trouble = trouble;
    this.viewers.changed();
  }
}
