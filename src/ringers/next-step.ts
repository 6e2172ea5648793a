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
  | { readonly next: Exclude<RingState, 'ringing'>; readonly reason: string };

/** What becomes of a ring after a try. */
export function afterRung(rung: Rung): Step {
  switch (rung.outcome) {
    case 'admitted':
      return { next: 'done' };
    case 'refused':
      return { next: rung.isPermanent ? 'dead' : 'waiting', reason: rung.reason };
    case 'unknown':
      return { next: 'uncertain', reason: rung.reason };
  }
}

/** What to do with one that is due. `ringing`: a crash left it so. Never a blind retry where one can look (promise 13). */
export function dueAct(state: RingState, idempotent: Idempotent): 'ring' | 'look' {
  const mayHaveArrived = state === 'ringing' || state === 'uncertain';
  return mayHaveArrived && idempotent === 'reconcile' ? 'look' : 'ring';
}
