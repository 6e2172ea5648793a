import { randomBytes } from '../base/random.ts';
import { shortHash } from '../base/short-hash.ts';

/** `conv_` and 12 hex digits; also the session key of what the conversation starts. */
export function newConversationId(): string {
  return `conv_${randomBytes(6).toString('hex')}`;
}

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
