import type { DelegateState } from '../../wire/delegation.ts';

export type DelegateEvent = 'begin' | 'forget' | 'interrupt' | 'end';

/**
 * The life of one task of a delegation. `begin`: its process runs. `forget`: its start was cut off, and the engine knows of no
 * process any more. `interrupt`: it was told to stop. `end`: its one outcome is known (promise 24): its process has ended, or it
 * never came to that.
 */
export const delegateLife = {
  sent: { begin: 'running', interrupt: 'interrupting', end: 'ended' },
  running: { forget: 'sent', interrupt: 'interrupting', end: 'ended' },
  interrupting: { end: 'ended' },
  ended: {},
} as const satisfies Readonly<Record<DelegateState, Partial<Record<DelegateEvent, DelegateState>>>>;

const states = Object.keys(delegateLife) as readonly DelegateState[];

/** In which states this may happen: the condition of an UPDATE. */
export function statesThatTake(event: DelegateEvent): readonly DelegateState[] {
  return states.filter((state) => event in delegateLife[state]);
}
