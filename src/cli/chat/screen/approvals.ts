import type { Client } from '../../../client/client.ts';
import type { AnswerApproval, WireApproval, WireConversation } from '../../../wire/conversation.ts';
import { answerer, describeOther } from '../slash/approvals.ts';

/** Who was typing when a question came does not answer it. */
const READING_MS = 500;

/** Calls of the conversation that is shown which wait for a person. */
export class Approvals {
  readonly #client: Client;
  readonly #onChange: () => void;
  #conversation = '';
  #pending: readonly WireApproval[] = [];
  /** Since when the first one is shown. */
  #since = 0;

  constructor(client: Client, onChange: () => void) {
    this.#client = client;
    this.#onChange = onChange;
  }

  get pending(): readonly WireApproval[] {
    return this.#pending;
  }

  /** Whether there is a question that a person can have read. */
  isRead(now: number): boolean {
    return this.#pending.length > 0 && now - this.#since >= READING_MS;
  }

  async look({ conversation_id: id, pending_approvals }: WireConversation): Promise<void> {
    this.#conversation = id;
    const { conversations } = this.#client;
    // Who cannot be asked now is asked when the connection is there again.
    const pending = pending_approvals > 0 ? await conversations.approvals(id).catch(() => []) : [];
    if (id !== this.#conversation) return;
    this.#set(pending);
    this.#onChange();
  }

  /** The first answer counts, of whichever viewer; what to tell a person who was not the first. */
  async answer(answer: AnswerApproval['answer']): Promise<string | undefined> {
    const [approval, ...others] = this.#pending;
    if (!approval) return undefined;
    this.#set(others);
    const request = { call_id: approval.call_id, answer, by: answerer() };
    return describeOther(await this.#client.conversations.answer(this.#conversation, request), request);
  }

  #set(pending: readonly WireApproval[]): void {
    if (pending[0]?.call_id !== this.#pending[0]?.call_id) this.#since = Date.now();
    this.#pending = pending;
  }
}
