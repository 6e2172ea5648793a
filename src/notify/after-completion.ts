import type { LedgerState } from './policy/life.ts';
import { typeRow } from './types.ts';

/** Why a notification that was written is not delivered. */
export type SuppressRule =
  | 'after_completion'
  | 'session_closed'
  | 'superseded'
  | 'passed_by'
  | 'delegation_too_old';

/**
 * Nothing about a process once its completion was delivered or consumed, even what was already queued (rule 4). A
 * completion that a person dismissed has told the agent nothing, so what else there is still goes out.
 */
export function isAfterCompletion(type: string, completion: LedgerState | undefined): boolean {
  return typeRow(type).about === 'process' && (completion === 'delivered' || completion === 'consumed');
}
