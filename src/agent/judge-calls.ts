import { failpoint } from '../base/failpoint.ts';
import { mayMove } from './approval/subjects.ts';
import type { ConversationOptions } from './conversation-options.ts';
import type { CallView } from './store/view.ts';
import type { Tool } from './tool.ts';

/**
 * Asks about, or refuses, what must not simply be carried out, of the call whose turn it is and those after it. False: there
 * is nothing of that kind.
 */
export function judgeCalls(
  conversation: string,
  calls: readonly CallView[],
  tools: readonly Tool[],
  { store, approval }: Pick<ConversationOptions, 'store' | 'approval'>,
): boolean {
  if (!approval) return false;
  const known = { always: store.allowed(conversation), shellFolder: store.shellFolder(conversation) };
  const ask: string[] = [];
  const deny: { id: string; reason: string }[] = [];
  let mayHaveMoved = false;
  for (const { id, tool: name, input, state } of calls) {
    const tool = state === 'begun' ? undefined : tools.find((one) => one.name === name);
    const judgement = tool && approval.judge(tool, input, known);
    if (judgement?.kind === 'deny') deny.push({ id, reason: judgement.reason });
    // Nobody can say whether a command may run before it is known where.
    else if (judgement?.kind === 'ask' && state === 'wanted' && !(mayHaveMoved && name === 'terminal'))
      ask.push(id);
    mayHaveMoved ||= mayMove(name, input);
  }
  if (ask.length + deny.length === 0) return false;
  store.judge({ ask, deny, expiresAt: approval.expiresAt(Date.now()) });
  failpoint('agent:judged');
  return true;
}
