import type { WireGoal } from '../../wire/goal.ts';
import { describeTarget } from '../goal/target.ts';
import type { Goal } from '../store/goal.ts';
import { toTime } from './wire-item.ts';

export function toWireGoal({
  text,
  state,
  reason,
  since,
  begunAt,
  target,
  barrier,
  bounds,
  spent,
}: Goal): WireGoal {
  const isWaiting = state === 'parked' && target !== undefined && barrier !== undefined;
  return {
    text,
    state,
    reason,
    since: toTime(since),
    begun_at: toTime(begunAt),
    ...(isWaiting && {
      waits_for: {
        kind: target.kind,
        target: describeTarget(target),
        wake_id: barrier,
        reason,
        since: toTime(since),
      },
    }),
    bounds,
    spent,
  };
}
