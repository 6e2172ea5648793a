import { isObject } from '../../base/is-object.ts';
import { withinMs } from '../../base/within-ms.ts';
import type { Child } from '../child/child.ts';
import { messageText } from '../kinds/task-text.ts';
import type { Situation } from '../runner.ts';
import { type Call, ourCalls } from './calls.ts';
import { type Fields, GoneError, Peer } from './peer.ts';
import { answerTo } from './permission.ts';
import { Transcript } from './transcript.ts';

/** So long may it take to stop. */
const STOP_MS = 4_000;

export type SessionOptions = {
  readonly child: Child;
  readonly situation: Situation;
  readonly folder: string;
  nameOf(call: Call): string;
  /** Why a question of it is answered no, whatever the rules say. */
  refusal?(asked: Fields): string | undefined;
  /** Takes up what it is told while it works; otherwise it would stop for it, and is told when its turn is over. */
  readonly hearsAtOnce: boolean;
};

/** What its turns came to; undefined: it was stopped, and did not say. */
export type TurnEnd = { readonly stopReason: string; readonly answers: readonly Fields[] };

/** A conversation with an agent that speaks ACP. */
export class Session {
  readonly #options: SessionOptions;
  readonly #peer: Peer;
  readonly transcript: Transcript;
  /** What the agent said about the new session. */
  opened: Fields = {};
  readonly #answers: Fields[] = [];
  readonly #over = Promise.withResolvers<void>();
  #waiting: string[] = [];
  #underWay = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { child, situation, nameOf } = options;
    this.transcript = new Transcript((progress) => situation.progress(progress), nameOf);
    this.#peer = new Peer(child, {
      onUpdate: (update) => this.transcript.update(update),
      onRequest: (method, params) =>
        method === 'session/request_permission' ? this.#decide(params) : undefined,
    });
    this.#over.promise.catch(() => {});
  }

  get id(): string {
    return String(this.opened.sessionId);
  }

  async open(): Promise<void> {
    await this.#peer.request('initialize', {
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      clientInfo: { name: 'ringback', version: '1' },
    });
    this.opened = await this.#peer.request('session/new', { cwd: this.#options.folder, mcpServers: [] });
  }

  request(method: string, params: Fields): Promise<Fields> {
    return this.#peer.request(method, { sessionId: this.id, ...params });
  }

  /** The task, and what it is told besides, to the end of the last turn. */
  async work(task: string): Promise<TurnEnd | undefined> {
    const { signal } = this.#options.situation;
    const stop = (): void => {
      this.#waiting = [];
      this.#peer.notify('session/cancel', { sessionId: this.id });
      void withinMs(STOP_MS, this.#over.promise)
        .catch(() => {})
        .then(() => this.#over.resolve());
    };
    this.#tell(task);
    void this.#steer();
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    try {
      await this.#over.promise;
    } finally {
      signal.removeEventListener('abort', stop);
      this.transcript.endMessage();
    }
    const stopReason = this.#answers.at(-1)?.stopReason;
    return typeof stopReason === 'string' ? { stopReason, answers: this.#answers } : undefined;
  }

  async #steer(): Promise<void> {
    for await (const { text } of this.#options.situation.messages) this.#tell(messageText(text));
  }

  #tell(text: string): void {
    if (this.#underWay > 0 && !this.#options.hearsAtOnce) this.#waiting.push(text);
    else void this.#prompt(text);
  }

  async #prompt(text: string): Promise<void> {
    this.#underWay += 1;
    try {
      this.#answers.push(await this.request('session/prompt', { prompt: [{ type: 'text', text }] }));
    } catch (error) {
      this.#over.reject(error instanceof Error ? error : new GoneError());
    }
    this.#underWay -= 1;
    if (this.#underWay > 0) return;
    this.transcript.endMessage();
    const next = this.#waiting.shift();
    if (next === undefined) this.#over.resolve();
    else void this.#prompt(next);
  }

  #decide({ toolCall, options }: Fields): Fields {
    const { nameOf, hearsAtOnce } = this.#options;
    const asked = isObject(toolCall) ? toolCall : {};
    const call = this.transcript.call(asked);
    this.transcript.begin(call);
    const refusal = this.#options.refusal?.(asked) ?? this.#refusalOf(call);
    if (refusal === undefined) return answerTo(options, true);
    this.transcript.end(call, true);
    // ACP has no place for a reason.
    if (hearsAtOnce) this.#tell(`Your call (${nameOf(call)}: ${call.title}) was refused. ${refusal}`);
    return answerTo(options, false);
  }

  #refusalOf(call: Call): string | undefined {
    const { situation, nameOf } = this.#options;
    for (const { tool, input } of ourCalls(call, nameOf(call))) {
      const permission = situation.mayCall(tool, input);
      if (!permission.allow) return permission.reason;
    }
    return undefined;
  }
}
