import { MOST_ATTEMPTS } from './attempts.ts';
import { type GoalAction, nextOfGoal } from './goal/next-of-goal.ts';
import type { ModelStep } from './model.ts';
import type { Compaction } from './store/compaction.ts';
import type { CallView, SummaryView, View } from './store/view.ts';

export type Action =
  | GoalAction
  | { readonly kind: 'idle' }
  /** Open a turn with what people said; where nobody said anything, with what rang, or to summarise. */
  | { readonly kind: 'begin'; readonly take: 'person' | 'ring' | 'compaction' }
  /** Ask the model; `position`: the step that was asked before. Not before `at`. */
  | { readonly kind: 'ask'; readonly position: number | undefined; readonly at: number }
  /** Have the older part summarised; `summary`: of one that was asked for before, and nobody heard. */
  | { readonly kind: 'summarise'; readonly summary: SummaryView | undefined; readonly why: Compaction }
  /** It was asked for too often: go on without, where that is possible. */
  | { readonly kind: 'skip'; readonly summary: SummaryView; readonly why: Compaction }
  /** `wanted`: it, and what comes after it, was not judged yet. */
  | { readonly kind: 'call'; readonly call: CallView; readonly wanted: readonly CallView[] }
  /** Wait for a person's answer; not beyond `until`. */
  | { readonly kind: 'await'; readonly call: CallView; readonly until: number }
  /** A person has written instead of an answer: what waits for one is not carried out. */
  | { readonly kind: 'deny'; readonly calls: readonly CallView[] }
  /** Say that these are stored. */
  | { readonly kind: 'acknowledge'; readonly notifications: readonly string[] }
  | { readonly kind: 'finish' }
  | { readonly kind: 'fail'; readonly reason: string };

/**
 * What a conversation does next, from what is stored alone: whoever died, the next program goes on here. A ring never comes
 * between a call and its result, and what people say goes first.
 */
export function nextAction(view: View): Action {
  const { turn, step, calls, unacknowledged, queued } = view;
  if (unacknowledged.length > 0) return { kind: 'acknowledge', notifications: unacknowledged };
  if (view.voidBarriers.length > 0) return { kind: 'cancel', wakeUps: view.voidBarriers };
  if (turn === undefined) return nextTurn(view);
  if (view.summary) return nextOfSummary(view.summary, view.compaction ?? 'wanted');
  if (step?.state === 'asking') {
    if (step.attempts < MOST_ATTEMPTS) return { kind: 'ask', position: step.position, at: step.askAt };
    const reason = `The model was asked ${step.attempts} times, and each time the agent died before it had the answer.`;
    return { kind: 'fail', reason };
  }
  const next = nextOfCalls(calls, queued.person > 0);
  if (next) return next;
  // Whoever writes while a turn is under way is heard in it.
  const goesOn = calls.length > 0 || queued.person > 0 || (!step && !view.isForSummary);
  const { compaction: why, goal } = view;
  if (goesOn && view.isForGoal && goal?.state === 'working' && goal.reached !== undefined)
    return { kind: 'stop-goal', reason: goal.reached };
  if (why === 'asked' || (why && goesOn)) return { kind: 'summarise', summary: undefined, why };
  if (goesOn) return { kind: 'ask', position: undefined, at: 0 };
  const reason = step?.finish && endsBadly[step.finish];
  return reason === undefined ? { kind: 'finish' } : { kind: 'fail', reason };
}

function nextTurn({ isOpen, hears, queued, compaction, goal }: View): Action {
  if (!isOpen) return { kind: 'idle' };
  if (queued.person > 0) return { kind: 'begin', take: 'person' };
  if (hears && goal?.state === 'parked' && goal.look) return { kind: 'look' };
  if (hears && queued.ring > 0) return { kind: 'begin', take: 'ring' };
  // What is only long can wait until something is asked.
  if (compaction === 'asked') return { kind: 'begin', take: 'compaction' };
  // What nobody hears is not gone on with.
  return (hears && goal && nextOfGoal(goal)) || { kind: 'idle' };
}

function nextOfSummary(summary: SummaryView, why: Compaction): Action {
  return { kind: summary.attempts < MOST_ATTEMPTS ? 'summarise' : 'skip', summary, why };
}

function nextOfCalls(calls: readonly CallView[], hasWritten: boolean): Action | undefined {
  const waiting = calls.filter(({ state }) => state === 'waiting');
  if (hasWritten && waiting.length > 0) return { kind: 'deny', calls: waiting };
  const call = calls.find(({ state }) => state !== 'answered' && state !== 'denied');
  if (call?.state === 'waiting') return { kind: 'await', call, until: call.expiresAt };
  return call && { kind: 'call', call, wanted: calls.filter(({ state }) => state === 'wanted') };
}

const endsBadly: Partial<Readonly<Record<ModelStep['finish'], string>>> = {
  length: 'The answer was cut off: the model has reached the limit of its output.',
  refused: 'The model, or its provider, refused to answer.',
};
