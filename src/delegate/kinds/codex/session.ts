import * as z from 'zod/mini';
import { unlessAborted } from '../../../base/unless-aborted.ts';
import { ringbackVersion } from '../../../base/version.ts';
import { withinMs } from '../../../base/within-ms.ts';
import type { Child } from '../../child/child.ts';
import type { Report, Situation } from '../../runner.ts';
import { Account } from './account.ts';
import { judge, readQuestion, withoutPerson } from './questions.ts';
import { type Begun, type Event, readNews } from './read-news.ts';
import { Gone, Refused, Rpc } from './rpc.ts';

/** So long may it take to stop, and to end what it has started. */
const STOP_MS = 4_000;

const account = z.object({ account: z.nullish(z.unknown()), requiresOpenaiAuth: z.boolean() });
const thread = z.object({ thread: z.object({ id: z.string() }), model: z.optional(z.string()) });
const turn = z.object({ turn: z.object({ id: z.string() }) });

/** A run of Codex, from the task to the report. */
export class Session {
  readonly #child: Child;
  readonly #situation: Situation;
  readonly #rpc: Rpc;
  readonly #account = new Account();
  readonly #open = new Map<string, Begun>();
  /** Turns that were begun, and those of them that are over: the news of an end may come before the answer to the beginning. */
  readonly #begun: string[] = [];
  readonly #ended = new Set<string>();
  #beginning: Promise<unknown> = Promise.resolve();
  #ending: Promise<unknown> | undefined;
  /** Messages on their way. */
  #underway = 0;
  #thread: string | undefined;
  readonly #over = Promise.withResolvers<void>();

  constructor(child: Child, situation: Situation) {
    this.#child = child;
    this.#situation = situation;
    this.#rpc = new Rpc(child);
  }

  async work(task: string): Promise<Report> {
    const { signal } = this.#situation;
    const reading = this.#rpc.read({
      onNews: (method, params) => this.#saw(readNews(method, params)),
      onRequest: (method, params) => this.#decide(method, params),
    });
    const gone = reading.then(() => Promise.reject(new Gone()));
    try {
      return await unlessAborted(Promise.race([this.#carryOut(task), gone]), signal);
    } catch (error) {
      if (signal.aborted) return await this.#stop();
      if (error instanceof Refused) return this.#account.refused(error.message);
      if (!(error instanceof Gone)) throw error;
      return this.#account.died((await withinMs(STOP_MS, this.#child.ended)) ?? (await this.#child.end()));
    }
  }

  async #carryOut(task: string): Promise<Report> {
    const { model } = this.#situation.assignment;
    await this.#rpc.request('initialize', {
      clientInfo: { name: 'ringback', title: 'Ringback', version: ringbackVersion() },
      // What it leaves running is ended by way of it.
      capabilities: { experimentalApi: true },
    });
    this.#rpc.notify('initialized');
    const login = account.parse(await this.#rpc.request('account/read', {}));
    if (login.requiresOpenaiAuth && !login.account) return this.#account.notLoggedIn();
    const started = thread.parse(
      await this.#rpc.request('thread/start', {
        // Our rules decide, and not another model. Its sandbox is the person's choice.
        approvalPolicy: 'untrusted',
        approvalsReviewer: 'user',
        ...(model !== undefined && { model: model.replace(/^openai\//, '') }),
      }),
    );
    this.#thread = started.thread.id;
    if (started.model !== undefined) this.#saw({ kind: 'model', model: started.model });
    await this.#begin(task);
    void this.#listen();
    this.#settle();
    await this.#over.promise;
    const left = [...this.#open.values()].map(({ about }) => about).filter((about) => about !== '');
    await this.#endTerminals();
    return this.#account.completed(left);
  }

  #saw(event: Event | undefined): void {
    if (!event) return;
    this.#account.saw(event, this.#thread);
    this.#tell(event);
    if (event.kind === 'call') this.#open.set(event.id, event);
    else if (event.kind === 'answered') this.#open.delete(event.id);
    else if (event.kind === 'turn-over') {
      this.#ended.add(event.id);
      this.#settle();
    }
  }

  #tell(event: Event): void {
    const { progress } = this.#situation;
    if (event.kind === 'said' && event.thread === this.#thread) progress({ kind: 'text', text: event.text });
    else if (event.kind === 'call')
      progress({ kind: 'call', id: event.id, tool: event.call.tool, about: event.about });
    else if (event.kind === 'answered') progress(event);
    else progress({ kind: 'alive' });
  }

  /** It is over when every turn is, and nothing more is on its way. */
  #settle(): void {
    if (this.#underway === 0 && this.#turn === undefined && this.#begun.length > 0) this.#over.resolve();
  }

  get #turn(): string | undefined {
    return this.#begun.findLast((id) => !this.#ended.has(id));
  }

  async #begin(text: string): Promise<void> {
    this.#beginning = this.#rpc.request('turn/start', { threadId: this.#thread, input: toInput(text) });
    this.#begun.push(turn.parse(await this.#beginning).turn.id);
  }

  async #listen(): Promise<void> {
    for await (const { text } of this.#situation.messages)
      await this.#say(text).catch((error) => {
        if (!(error instanceof Gone || error instanceof Refused)) throw error;
      });
  }

  /** Into its turn; where that has just ended, as the next one. */
  async #say(text: string): Promise<void> {
    this.#underway += 1;
    try {
      const hasHeard = await this.#steer(text);
      if (!hasHeard) await this.#begin(text);
    } finally {
      this.#underway -= 1;
      this.#settle();
    }
  }

  async #steer(text: string): Promise<boolean> {
    const expectedTurnId = this.#turn;
    if (expectedTurnId === undefined) return false;
    try {
      await this.#rpc.request('turn/steer', { threadId: this.#thread, expectedTurnId, input: toInput(text) });
      return true;
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
  }

  async #decide(method: string, params: unknown): Promise<object | undefined> {
    const question = readQuestion(method, params, this.#open);
    if (!question) return withoutPerson(method);
    const { mayCall, assignment } = this.#situation;
    const permission = judge(question.call, mayCall, assignment.environment);
    // Its own no has no reason: that comes as a message, in time for its next step.
    if (!permission.allow)
      await withinMs(STOP_MS, this.#steer(`${question.call.tool} was refused. ${permission.reason}`)).catch(
        () => {},
      );
    return question.answer(permission.allow);
  }

  async #stop(): Promise<Report> {
    await withinMs(STOP_MS, this.#beginning).catch(() => {});
    const turnId = this.#turn;
    if (turnId !== undefined) {
      const asked = this.#rpc.request('turn/interrupt', { threadId: this.#thread, turnId });
      await withinMs(STOP_MS, Promise.all([asked, this.#over.promise])).catch(() => {});
    }
    await this.#endTerminals();
    return this.#account.interrupted();
  }

  /** What still runs of the commands that it has started. */
  async #endTerminals(): Promise<void> {
    if (this.#thread === undefined) return;
    this.#ending ??= this.#rpc.request('thread/backgroundTerminals/clean', { threadId: this.#thread });
    await withinMs(STOP_MS, this.#ending).catch(() => {});
  }
}

const toInput = (text: string): readonly object[] => [{ type: 'text', text, text_elements: [] }];
