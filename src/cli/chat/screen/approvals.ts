import type { Client } from '../../../client/client.ts';
import type { AnswerApproval, WireApproval, WireConversation } from '../../../wire/conversation.ts';
import { answerer, describeOther } from '../slash/approvals.ts';

/** Calls of the conversation that is shown which wait for a person. */
export class Approvals {
  readonly #client: Client;
  readonly #onChange: () => void;
  #conversation = '';
  pending: readonly WireApproval[] = [];

  constructor(client: Client, onChange: () => void) {
    this.#client = client;
    this.#onChange = onChange;
  }

  async look({ conversation_id: id, pending_approvals }: WireConversation): Promise<void> {
    this.#conversation = id;
    const { conversations } = this.#client;
    // Who cannot be asked now is asked when the connection is there again.
    const pending = pending_approvals > 0 ? await conversations.approvals(id).catch(() => []) : [];
    if (id !== this.#conversation) return;
    this.pending = pending;
    this.#onChange();
  }

  /** The first answer counts, of whichever viewer; what to tell a person who was not the first. */
  async answer(answer: AnswerApproval['answer']): Promise<string | undefined> {
    const [approval, ...others] = this.pending;
    if (!approval) return undefined;
    this.pending = others;
    const request = { call_id: approval.call_id, answer, by: answerer() };
    return describeOther(await this.#client.conversations.answer(this.#conversation, request), request);
  }
}
