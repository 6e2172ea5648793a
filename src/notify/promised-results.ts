import type { NotifyContext } from './context.ts';
import { judgeCompletion } from './policy/consumption.ts';
import { renderText } from './render.ts';
import { completionKey } from './types.ts';

/** The end of a process that was promised as the answer to a call: an MCP task. */
export type PromisedResult = {
  readonly createdAt: number;
  readonly cancelledAt: number | null;
  readonly isAnswered: boolean;
  /** What there is to tell; absent while the process runs. */
  readonly answer?: { readonly text: string; readonly isAlreadyReported: boolean };
};

/**
 * Results that were promised as answers. Durable before the promise is given: whoever was promised asks again after any
 * crash. Each is a delivery under the id of its process, without notifications as long as there are none.
 */
export class PromisedResults {
  readonly #context: NotifyContext;

  constructor(context: NotifyContext) {
    this.#context = context;
  }

  /** The end of this process will be asked for; until it was, its completion goes no other way. */
  promise(processId: string, session: string): void {
    const { deliveries, now } = this.#context;
    if (deliveries.get(processId)) return;
    deliveries.add({ id: processId, session, way: 'task', repeats: 'same', createdAt: now() });
  }

  /** An answer that was given may be asked for again, and is the same: its first one may have been lost. */
  get(processId: string): PromisedResult | undefined {
    const { deliveries, ledger } = this.#context;
    const promised = deliveries.get(processId);
    if (!promised) return undefined;
    const { createdAt, state, settledAt } = promised;
    const result = {
      createdAt,
      cancelledAt: state === 'closed' ? settledAt : null,
      isAnswered: state === 'delivered',
    };
    const completion = ledger.byKey(completionKey(processId));
    if (!completion) return result;
    const verdict = judgeCompletion(completion.state === 'consumed' ? 'wait_exited' : 'nothing', 'task');
    const isAlreadyReported = verdict === 'answer_already_reported';
    return { ...result, answer: { text: renderText(completion.event), isAlreadyReported } };
  }

  /** The answer was given: the completion was delivered by it. */
  confirm(processId: string): void {
    const { host, deliveries, ledger, dispatcher, now } = this.#context;
    host.store.transaction(() => {
      const promised = deliveries.get(processId);
      if (promised?.state === 'offered') deliveries.happen(promised, 'confirm', { settledAt: now() });
      const completion = ledger.byKey(completionKey(processId));
      if (!completion) return;
      ledger.markSent([completion.id], now());
      ledger.settle([completion.id], 'delivered', null, now());
      dispatcher.turns.silence(processId);
    });
  }

  /** Nobody wants it any more. */
  cancel(processId: string): void {
    const { deliveries, now } = this.#context;
    const promised = deliveries.get(processId);
    if (promised?.state === 'offered') deliveries.happen(promised, 'close', { settledAt: now() });
  }
}
