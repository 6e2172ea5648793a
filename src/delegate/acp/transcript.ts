import { isObject } from '../../base/is-object.ts';
import type { Progress } from '../runner.ts';
import { aboutCall, type Call, updatedCall } from './calls.ts';
import type { Fields } from './peer.ts';

const ENDS: readonly string[] = ['completed', 'failed'];

/** What the agent has said and done, told as it comes. */
export class Transcript {
  readonly #tell: (progress: Progress) => void;
  readonly #nameOf: (call: Call) => string;
  readonly #calls = new Map<string, Call>();
  readonly #told = new Set<string>();
  readonly #over = new Set<string>();
  #pieces: string[] = [];
  #message: unknown;
  #last = '';
  /** In US dollars; undefined: it has not said. */
  cost: number | undefined;

  constructor(tell: (progress: Progress) => void, nameOf: (call: Call) => string) {
    this.#tell = tell;
    this.#nameOf = nameOf;
  }

  /** Its last words, be they whole or not. */
  get lastText(): string {
    return this.#pieces.join('').trim() || this.#last;
  }

  update(update: Fields): void {
    const { sessionUpdate, content, messageId } = update;
    if (sessionUpdate === 'agent_message_chunk') this.#say(content, messageId);
    else if (sessionUpdate === 'tool_call' || sessionUpdate === 'tool_call_update') this.call(update);
    else if (sessionUpdate === 'usage_update') this.#count(update.cost);
    this.#tell({ kind: 'alive' });
  }

  /** A call, with what is new of it. */
  call(update: Fields): Call {
    this.endMessage();
    const id = String(update.toolCallId);
    const call = updatedCall(this.#calls.get(id), update);
    this.#calls.set(id, call);
    if (call.status !== 'pending') this.begin(call);
    if (ENDS.includes(call.status)) this.end(call, call.status === 'failed');
    return call;
  }

  begin(call: Call): void {
    if (this.#told.has(call.id)) return;
    this.#told.add(call.id);
    this.#tell({ kind: 'call', id: call.id, tool: this.#nameOf(call), about: aboutCall(call) });
  }

  end({ id }: Call, isError: boolean): void {
    if (this.#over.has(id)) return;
    this.#over.add(id);
    this.#tell({ kind: 'answered', id, isError });
  }

  /** What was said until now is whole. */
  endMessage(): void {
    const text = this.#pieces.join('').trim();
    this.#pieces = [];
    if (text === '') return;
    this.#last = text;
    this.#tell({ kind: 'text', text });
  }

  #say(content: unknown, message: unknown): void {
    if (message !== this.#message) this.endMessage();
    this.#message = message;
    if (isObject(content) && typeof content.text === 'string') this.#pieces.push(content.text);
  }

  #count(cost: unknown): void {
    if (isObject(cost) && cost.currency === 'USD' && typeof cost.amount === 'number') this.cost = cost.amount;
  }
}
