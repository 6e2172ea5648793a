import { defined } from '../../base/defined.ts';
import type { WireConversation } from '../../wire/conversation.ts';
import type { Goal } from '../store/goal.ts';
import type { Listed } from '../store/store.ts';
import type { LiveConversation } from './live-conversation.ts';
import { toWireGoal } from './wire-goal.ts';
import { toTime } from './wire-item.ts';

/** A conversation as it stands; `live`: what this program knows besides. */
export function toWireConversation(
  listed: Listed,
  live: LiveConversation | undefined,
  goal: Goal | undefined,
): WireConversation {
  const { id, cwd, begins, createdAt, changedAt, state, sequence } = listed;
  const { cost, tokens, context, pendingApprovals, hears } = listed;
  const trouble = live?.trouble;
  return {
    conversation_id: id,
    cwd,
    model: listed.model,
    begins,
    created_at: toTime(createdAt),
    changed_at: toTime(changedAt),
    state: stateOf(listed, trouble !== undefined),
    ...(trouble && {
      trouble: {
        message: trouble.message,
        retry_at: trouble.retryAt === undefined ? null : toTime(trouble.retryAt),
      },
    }),
    ...(live && live.missing.length > 0 && { missing_tools: live.missing }),
    sequence,
    cost,
    tokens,
    context,
    ...defined({ context_limit: live?.model.contextTokens }),
    pending_approvals: pendingApprovals,
    hears,
    ...(goal && { goal: toWireGoal(goal) }),
    closed: state === 'closed',
  };
}

function stateOf({ isWorking, pendingApprovals }: Listed, isInTrouble: boolean): WireConversation['state'] {
  if (isInTrouble) return 'trouble';
  if (pendingApprovals > 0) return 'waiting';
  return isWorking ? 'working' : 'idle';
}
