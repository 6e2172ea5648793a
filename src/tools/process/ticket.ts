import { createHash } from 'node:crypto';
import type { WriteTicket } from '../../engine/write.ts';
import type { ToolContext } from '../context.ts';

/** A call that is repeated after a crash writes only once: the keeper knows the ticket. */
export function ticketOf({ caller }: ToolContext): WriteTicket {
  const digest = createHash('sha256').update(caller.call_id).digest();
  return { writer: digest.readBigUInt64LE(0), seq: 1n };
}
