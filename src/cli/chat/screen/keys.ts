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

/** For people; docs/chat.md has them too. */
export const keyTable: readonly (readonly [string, string])[] = [
  ['Enter', 'says it; Shift-Enter, Alt-Enter, or \\ and Enter, begins another line'],
  ['Up, Down', 'what was said before'],
  ['Tab', 'completes a command, the id or model that it takes, or a path'],
  ['Esc, Ctrl-C', 'stops the turn; what it has started runs on'],
  ['Ctrl-C twice, Ctrl-D', 'at an empty prompt: leaves; the agent goes on'],
  ['Ctrl-O', 'unfolds calls, to see what they were given and what came of it'],
  ['a, d, l', 'at an empty prompt, when a command waits for it: allow, deny, always'],
  ['Ctrl-L, Ctrl-Z', 'draws the screen again; suspends'],
];
