import type { NotifyContext } from './context.ts';
import type { OwedAnswer } from './owed.ts';
import { judgeCompletion } from './policy/consumption.ts';
import { renderText } from './render.ts';
import { completionKey } from './types.ts';

export type OwedState = OwedAnswer & {
  /** What there is to tell; absent while the process runs. */
  readonly answer?: { readonly text: string; readonly at: number; readonly isAlreadyReported: boolean };
};

/** An answer that was given may be asked for again, and is the same: its first one may have been lost. */
export function owedState({ owed, ledger }: NotifyContext, processId: string): OwedState | undefined {
  const promised = owed.get(processId);
  if (!promised) return undefined;
  const completion = ledger.byKey(completionKey(processId));
  if (!completion) return promised;
  const verdict = judgeCompletion(completion.state === 'consumed' ? 'wait_exited' : 'nothing', 'task');
  return {
    ...promised,
    answer: {
      text: renderText(completion.event),
      at: completion.createdAt,
      isAlreadyReported: verdict === 'answer_already_reported',
    },
  };
}

/** Its completion was delivered by it. */
export function payOwed({ host, owed, ledger, dispatcher, now }: NotifyContext, processId: string): void {
  host.store.transaction(() => {
    owed.answer(processId, now());
    const completion = ledger.byKey(completionKey(processId));
    if (!completion) return;
    ledger.markSent([completion.id], now());
    ledger.settle([completion.id], 'delivered', null, now());
    dispatcher.silence(processId);
  });
}
