import type { CompletionReason, Life, TerminationSource } from './types.ts';

export type State = Life['state'];

/** Which state may follow which. The first transition to an end wins: nothing follows an end. */
const transitions: Readonly<Record<State, readonly State[]>> = {
  queued: ['running', 'exited', 'lost'],
  running: ['exited', 'lost'],
  exited: [],
  lost: [],
};

export const states = Object.keys(transitions) as readonly State[];

export function mayFollow(from: State, to: State): boolean {
  return transitions[from].includes(to);
}

/** From which states a process may come to `to`. */
export function statesBefore(to: State): readonly State[] {
  return states.filter((from) => mayFollow(from, to));
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
