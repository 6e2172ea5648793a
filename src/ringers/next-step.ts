import type { Idempotent, Rung } from './ringer.ts';

export type RingState =
  /** Being tried now, or was when everything died: it may have arrived. */
  | 'ringing'
  /** To be tried, for the first time or again; it has certainly not arrived. */
  | 'waiting'
  /** To be looked for, or tried again under the same id: it may have arrived. */
  | 'uncertain'
  /** Given up; a person can have it tried again, or dismiss it. */
  | 'dead';

export type Step =
  | { readonly next: 'done' }
  | {
      readonly next: Exclude<RingState, 'ringing'>;
      readonly reason: string;
      /** The agent would rather not be asked sooner. */
      readonly againInMs?: number;
    };

/**
 * How often one that may have arrived is tried where the agent neither drops repeats nor can be asked: each try may be
 * another turn, of something that perhaps takes longer than its time every time.
 */
export const MOST_BLIND_TRIES = 3;

/** What becomes of a ring after a try, its `attempts`-th. */
export function afterRung(rung: Rung, idempotent: Idempotent, attempts: number): Step {
  switch (rung.outcome) {
    case 'admitted':
      return { next: 'done' };
    case 'refused':
      return { next: rung.isPermanent ? 'dead' : 'waiting', ...whyAndWhen(rung) };
    case 'unknown':
      if (idempotent === 'none' && attempts >= MOST_BLIND_TRIES)
        return {
          next: 'dead',
          reason: `${rung.reason}; it may have arrived, and was tried ${attempts} times`,
        };
      return { next: 'uncertain', ...whyAndWhen(rung) };
  }
}

function whyAndWhen({ reason, againInMs }: Exclude<Rung, { outcome: 'admitted' }>) {
  return { reason, ...(againInMs !== undefined && { againInMs }) };
}

/** What to do with one that is due. `ringing`: a crash left it so. Never a blind retry where one can look (promise 13). */
export function dueAct(state: RingState, idempotent: Idempotent): 'ring' | 'look' {
  const mayHaveArrived = state === 'ringing' || state === 'uncertain';
  return mayHaveArrived && idempotent === 'reconcile' ? 'look' : 'ring';
}
