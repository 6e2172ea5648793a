import { isKeyRelease, type KeyId, matchesKey } from '@earendil-works/pi-tui';
import type { AnswerApproval } from '../../../wire/conversation.ts';

export type Situation = {
  /** Nothing is written at the prompt. */
  readonly isEmpty: boolean;
  /** A turn is under way. */
  readonly isWorking: boolean;
  /** A list of completions is open, which has keys of its own. */
  readonly isCompleting: boolean;
  readonly hasApproval: boolean;
  /** The key before was a Ctrl-C that had nothing to stop. */
  readonly mayLeave: boolean;
};

export type KeyAction =
  | 'stop'
  | 'clear'
  | 'warn'
  | 'leave'
  | 'unfold'
  | 'redraw'
  | 'suspend'
  | AnswerApproval['answer']
  /** It is the prompt's. */
  | 'type';

/** What a key does, before the prompt gets it. */
export function keyAction(key: string, situation: Situation): KeyAction {
  const { isEmpty, isWorking, isCompleting, hasApproval, mayLeave } = situation;
  const is = (name: KeyId) => matchesKey(key, name);
  if (isKeyRelease(key)) return 'type';
  if (is('ctrl+c')) {
    if (isWorking) return 'stop';
    if (!isEmpty) return 'clear';
    return mayLeave ? 'leave' : 'warn';
  }
  if (is('escape') && isWorking && !isCompleting) return 'stop';
  if (is('ctrl+d') && isEmpty) return 'leave';
  if (is('ctrl+o')) return 'unfold';
  if (is('ctrl+l')) return 'redraw';
  if (is('ctrl+z')) return 'suspend';
  if (!hasApproval || !isEmpty) return 'type';
  if (is('a')) return 'allow';
  if (is('d')) return 'deny';
  return is('l') ? 'always' : 'type';
}
