import { MOST_ATTEMPTS } from '../attempts.ts';
import type { GoalView } from '../store/goal.ts';

export type GoalAction =
  /** Hear what rang during the turn, before anybody judges. */
  | { readonly kind: 'hear' }
  /** Ask the judge; `judging`: one that was asked before. */
  | { readonly kind: 'judge'; readonly judging: GoalView['judging'] }
  /** Set the barrier that the judge wants. */
  | { readonly kind: 'park' }
  /** See whether what was told is what the goal waits for. */
  | { readonly kind: 'look' }
  /** Cancel wake-ups that no goal waits for any more. */
  | { readonly kind: 'cancel'; readonly wakeUps: readonly string[] }
  | { readonly kind: 'begin'; readonly take: 'goal' }
  | { readonly kind: 'pause-goal'; readonly reason: string }
  | { readonly kind: 'stop-goal'; readonly reason: string };

/** What a goal does when nobody has said anything and nothing rang; undefined: nothing. */
export function nextOfGoal({ state, due, reached, judging }: GoalView): GoalAction | undefined {
  if (state !== 'working') return undefined;
  if (judging && judging.attempts >= MOST_ATTEMPTS) {
    const reason = `The judge was asked ${judging.attempts} times, and each time the agent died before it had the answer.`;
    return { kind: 'pause-goal', reason };
  }
  if (reached !== undefined) return { kind: 'stop-goal', reason: reached };
  switch (due) {
    case 'hear':
      return { kind: 'hear' };
    case 'judge':
      return { kind: 'judge', judging };
    case 'park':
      return { kind: 'park' };
    case 'turn':
      return { kind: 'begin', take: 'goal' };
  }
}
