import { defined } from '../../base/defined.ts';
import { isObject } from '../../base/is-object.ts';
import type { WireApproval } from '../../wire/conversation.ts';
import { runsIn, type Where } from '../approval/subjects.ts';
import type { AskedCall } from '../store/store.ts';
import { toTime } from './wire-item.ts';

/** `where`: of its conversation, now. */
export function toWireApproval(call: AskedCall, where: Where): WireApproval {
  const { id, step, tool, input, askedAt, expiresAt, answer, by, reason } = call;
  return {
    call_id: id,
    item_id: step,
    tool,
    input,
    ...defined({ runs_in: folderOf(call, where) }),
    asked_at: toTime(askedAt),
    expires_at: Number.isFinite(expiresAt) ? toTime(expiresAt) : null,
    answer: answer ?? null,
    ...defined({ by, reason }),
  };
}

function folderOf({ tool, input }: AskedCall, where: Where): string | undefined {
  if (tool !== 'terminal' || !isObject(input)) return undefined;
  const folder = runsIn(input, where);
  return folder === where.folder ? undefined : folder;
}
