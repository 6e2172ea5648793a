import { shortHash } from '../base/short-hash.ts';

export function stepId(conversation: string, position: number): string {
  return `${conversation}/${position}`;
}

/**
 * The id of a call, which is that of the process it starts: the same whenever the call is made again, and never the
 * provider's, for those repeat.
 */
export function callId(conversation: string, position: number, index: number): string {
  return `proc_${shortHash(JSON.stringify([conversation, position, index]), 12)}`;
}
