import type { CompletionReason, Life, TerminationSource } from './types.ts';

export type State = Life['state'];

/**
 * What may happen to a process in which state. The first end wins: nothing follows it (promise 3).
 * `start`: its keeper answered. `end`: how it ended is known. `lose`: that cannot be known any more. `skip`: it certainly
 * never ran, and never will.
 */
export const processLife = {
  queued: { start: 'running', end: 'exited', lose: 'lost', skip: 'skipped' },
  running: { end: 'exited', lose: 'lost' },
  exited: {},
  lost: {},
  skipped: {},
} as const satisfies Readonly<Record<State, Partial<Record<ProcessEvent, State>>>>;

export type ProcessEvent = 'start' | 'end' | 'lose' | 'skip';

export const states = Object.keys(processLife) as readonly State[];

/** In which states this may happen: the condition of an UPDATE. */
export function statesThatTake(event: ProcessEvent): readonly State[] {
  return states.filter((state) => event in processLife[state]);
}

export function isEnded(life: Life): life is Exclude<Life, { state: 'queued' | 'running' }> {
  return life.state !== 'queued' && life.state !== 'running';
}

/** As people and agents are told: one that we ended, or that never ran, has exited, though it has no code that is known. */
export function statusOf(life: Life): Exclude<State, 'skipped'> {
  if (life.state === 'skipped') return 'exited';
  return life.state === 'lost' && life.killedBy ? 'exited' : life.state;
}

/** When it ended; undefined while it has not. */
export function endOf(life: Life): number | undefined {
  if (life.state === 'exited') return life.exit.endedAt;
  return isEnded(life) ? life.endedAt : undefined;
}

/** Null until it ended. */
export function completionReason(life: Life): CompletionReason | null {
  if (life.state === 'lost' || life.state === 'skipped') return life.killedBy ? 'killed' : life.state;
  if (life.state !== 'exited') return null;
  return life.exit.terminationSource === '' ? 'exited' : 'killed';
}

export function terminationSource(life: Life): TerminationSource {
  if (life.state === 'lost') return life.killedBy ?? 'backend_lost';
  if (life.state === 'skipped') return life.killedBy ?? '';
  return life.state === 'exited' ? life.exit.terminationSource : '';
}
