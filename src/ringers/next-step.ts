import type { DeliveryState } from '../notify/policy/delivery-life.ts';
import type { Idempotent, Rung } from './ringer.ts';

/** What happened to a ring. */
export type Step =
  | { readonly event: 'confirm' }
  /** To be taken back: the agent asks by itself. */
  | { readonly event: 'close'; readonly againInMs: number }
  | {
      readonly event: 'refuse' | 'refuseForGood' | 'lose';
      readonly reason: string;
      /** The agent would rather not be asked sooner. */
      readonly againInMs?: number;
    };

/**
 * How often one that may have arrived is tried where the agent neither drops repeats nor can be asked: each try may be
 * another turn, of something that perhaps takes longer than its time every time.
 */
export const MOST_BLIND_TRIES = 3;

/** What a try, the `attempts`-th, came to. */
export function afterRung(rung: Rung, idempotent: Idempotent, attempts: number): Step {
  switch (rung.outcome) {
    case 'admitted':
      return { event: 'confirm' };
    case 'later':
      return { event: 'close', againInMs: rung.againInMs };
    case 'refused':
      return { event: rung.isPermanent ? 'refuseForGood' : 'refuse', ...whyAndWhen(rung) };
    case 'unknown':
      if (idempotent === 'none' && attempts >= MOST_BLIND_TRIES)
        return {
          event: 'refuseForGood',
          reason: `${rung.reason}; it may have arrived, and was tried ${attempts} times`,
        };
      return { event: 'lose', ...whyAndWhen(rung) };
  }
}

function whyAndWhen({ reason, againInMs }: Extract<Rung, { reason: string }>) {
  return { reason, ...(againInMs !== undefined && { againInMs }) };
}

/** What to do with one that is due. `offered`: a crash left it so. Never a blind retry where one can look (promise 13). */
export function dueAct(state: DeliveryState, idempotent: Idempotent): 'ring' | 'look' {
  const mayHaveArrived = state === 'offered' || state === 'uncertain';
  return mayHaveArrived && idempotent === 'reconcile' ? 'look' : 'ring';
}
