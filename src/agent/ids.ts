import { shortHash } from '../base/short-hash.ts';

/** Of a step or a summary, as of each item below: the same whenever it changes. */
export function stepId(conversation: string, position: number): string {
  return `${conversation}/${position}`;
}

export function messageId(conversation: string, number: number): string {
  return `${conversation}/m${number}`;
}

/** Of something that happened to a goal. */
export function goalEventId(conversation: string, number: number): string {
  return `${conversation}/g${number}`;
}

/** Of the wake-up that a goal waits for after a judgement: the same whenever it is set again. */
export function barrierId(conversation: string, judgement: number): string {
  return `wake_${shortHash(JSON.stringify([conversation, judgement, 'barrier']), 12)}`;
}

/** Of the end of a turn. */
export function endId(conversation: string, turn: number): string {
  return `${conversation}/t${turn}`;
}

/**
 * The id of a call, which is that of the process it starts: the same whenever the call is made again, and never the
 * provider's, for those repeat.
 */
export function callId(conversation: string, position: number, index: number): string {
  return `proc_${shortHash(JSON.stringify([conversation, position, index]), 12)}`;
}
