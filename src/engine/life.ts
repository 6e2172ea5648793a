import type { CompletionReason, Life, TerminationSource } from './types.ts';

export type State = Life['state'];

/**
 * What may happen to a process in which state. The first end wins: nothing follows it (promise 3).
 * `start`: its keeper answered. `end`: how it ended is known. `lose`: that cannot be known any more.
 */
export const processLife = {
  queued: { start: 'running', end: 'exited', lose: 'lost' },
  running: { end: 'exited', lose: 'lost' },
  exited: {},
  lost: {},
} as const satisfies Readonly<Record<State, Partial<Record<ProcessEvent, State>>>>;

export type ProcessEvent = 'start' | 'end' | 'lose';

export const states = Object.keys(processLife) as readonly State[];

/** In which states this may happen: the condition of an UPDATE. */
export function statesThatTake(event: ProcessEvent): readonly State[] {
  return states.filter((state) => event in processLife[state]);
}

export function isEnded(life: Life): life is Extract<Life, { state: 'exited' | 'lost' }> {
  return life.state === 'exited' || life.state === 'lost';
}

/** As people and agents are told: one that we ended has exited, though nobody knows its code. */
export function statusOf(life: Life): State {
  return life.state === 'lost' && life.killedBy ? 'exited' : life.state;
}

/** When it ended; undefined while it has not. */
export function endOf(life: Life): number | undefined {
  if (life.state === 'exited') return life.exit.endedAt;
  return life.state === 'lost' ? life.endedAt : undefined;
}

/** Null until it ended. */
export function completionReason(life: Life): CompletionReason | null {
  if (life.state === 'lost') return life.killedBy ? 'killed' : 'lost';
  if (life.state !== 'exited') return null;
  return life.exit.terminationSource === '' ? 'exited' : 'killed';
}

export function terminationSource(life: Life): TerminationSource {
  if (life.state === 'lost') return life.killedBy ?? 'backend_lost';
  return life.state === 'exited' ? life.exit.terminationSource : '';
}
