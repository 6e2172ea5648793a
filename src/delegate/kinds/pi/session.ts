import { isObject } from '../../../base/is-object.ts';
import { withinMs } from '../../../base/within-ms.ts';
import type { Child } from '../../child/child.ts';
import type { Progress, Report, Situation } from '../../runner.ts';
import { endedEarly } from '../ended-early.ts';
import { messageText } from '../task-text.ts';
import { Account } from './account.ts';
import { ALLOWED, QUESTION } from './ask-before-calls.ts';
import { aboutCall, ourCall } from './our-call.ts';
import { type PiRecord, readAnswer, readRecord } from './read-record.ts';

/** So long may it take to stop. */
const STOP_MS = 4_000;
const DIALOGS: readonly string[] = ['select', 'confirm', 'input', 'editor'];

type Asked = Extract<PiRecord, { type: 'extension_ui_request' }>;

/** A run of pi, from the task to the report. */
export class Session {
  readonly #child: Child;
  readonly #situation: Situation;
  readonly #account = new Account();
  /** Prompts that it has not accepted yet. */
  readonly #unanswered = new Set<string>();
  readonly #over = Promise.withResolvers<Report>();
  #count = 0;

  constructor(child: Child, situation: Situation) {
    this.#child = child;
    this.#situation = situation;
  }

  async work(task: string): Promise<Report> {
    const { signal } = this.#situation;
    const stop = (): void => this.#stop();
    this.#prompt(task);
    void this.#steer();
    void this.#read();
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    try {
      return await this.#over.promise;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async #read(): Promise<void> {
    for await (const line of this.#child.lines) {
      const record = readRecord(line);
      if (record) this.#saw(record);
    }
    if (this.#situation.signal.aborted) return this.#finish();
    this.#over.resolve({ ...this.#account.report(false), ...(await endedEarly('pi', this.#child)) });
  }

  #saw(record: PiRecord): void {
    this.#situation.progress(this.#progressOf(record));
    if (record.type === 'response') this.#answered(record);
    else if (record.type === 'agent_settled') this.#settled();
    else if (record.type === 'extension_ui_request' && DIALOGS.includes(record.method)) this.#reply(record);
  }

  #progressOf(record: PiRecord): Progress {
    if (record.type === 'tool_execution_start') {
      const { toolCallId: id, toolName: tool, args } = record;
      return { kind: 'call', id, tool, about: aboutCall(args) };
    }
    if (record.type === 'tool_execution_end')
      return { kind: 'answered', id: record.toolCallId, isError: record.isError };
    const answer = record.type === 'message_end' ? readAnswer(record.message) : undefined;
    const text = answer ? this.#account.saw(answer) : '';
    return text === '' ? { kind: 'alive' } : { kind: 'text', text };
  }

  #answered({ id = '', success, error }: Extract<PiRecord, { type: 'response' }>): void {
    if (!this.#unanswered.delete(id)) return;
    if (!success)
      this.#over.resolve({ ...this.#account.report(false), status: 'error', error: refusalText(error) });
  }

  #reply({ id, title, placeholder }: Asked): void {
    const answer = title === QUESTION ? { value: this.#decide(placeholder) } : { cancelled: true };
    this.#send({ type: 'extension_ui_response', id, ...answer });
  }

  #decide(question: string): string {
    const { mayCall } = this.#situation;
    const asked: unknown = JSON.parse(question);
    const { tool, input } = isObject(asked) ? asked : {};
    const call = ourCall(String(tool), isObject(input) ? input : {});
    const permission = mayCall(call.tool, call.input);
    return permission.allow ? ALLOWED : permission.reason;
  }

  async #steer(): Promise<void> {
    for await (const { text } of this.#situation.messages) this.#prompt(messageText(text));
  }

  /** While it works it takes it up between two steps. */
  #prompt(message: string): void {
    this.#count += 1;
    const id = `ringback-${this.#count}`;
    this.#unanswered.add(id);
    this.#send({ type: 'prompt', id, message, streamingBehavior: 'steer' });
  }

  #stop(): void {
    this.#send({ type: 'clear_queue' });
    this.#send({ type: 'abort' });
    void withinMs(STOP_MS, this.#over.promise).then(() => this.#finish());
  }

  /** A prompt that it had not accepted by then begins the next run. */
  #settled(): void {
    if (this.#unanswered.size === 0) this.#finish();
  }

  #finish(): void {
    this.#over.resolve(this.#account.report(this.#situation.signal.aborted));
  }

  #send(command: object): void {
    this.#child.send(JSON.stringify(command));
  }
}

/** It has no code for it. */
function refusalText(error: string): string {
  const [sentence = ''] = error.split('\n');
  if (!sentence.includes('API key')) return `pi: ${error}`;
  return `pi is not logged in (${sentence}) Run pi there and use /login, or set the key of its provider.`;
}
