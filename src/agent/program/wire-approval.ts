import { defined } from '../../base/defined.ts';
import type { WireApproval } from '../../wire/conversation.ts';
import type { AskedCall } from '../store/store.ts';
import { toTime } from './wire-item.ts';

export function toWireApproval(call: AskedCall): WireApproval {
  const { id, step, tool, input, askedAt, expiresAt, answer, by, reason } = call;
  return {
    call_id: id,
    item_id: step,
    tool,
    input,
    asked_at: toTime(askedAt),
    expires_at: Number.isFinite(expiresAt) ? toTime(expiresAt) : null,
    answer: answer ?? null,
    ...defined({ by, reason }),
  };
}
