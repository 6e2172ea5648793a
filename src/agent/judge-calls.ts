import { failpoint } from '../base/failpoint.ts';
import type { ConversationOptions } from './conversation-options.ts';
import type { CallView } from './store/view.ts';
import type { Tool } from './tool.ts';

/** Asks about, or refuses, what must not simply be carried out. False: there is nothing of that kind. */
export function judgeCalls(
  conversation: string,
  calls: readonly CallView[],
  tools: readonly Tool[],
  { store, approval }: Pick<ConversationOptions, 'store' | 'approval'>,
): boolean {
  if (!approval) return false;
  const always = store.allowed(conversation);
  const ask: string[] = [];
  const deny: { id: string; reason: string }[] = [];
  for (const { id, tool: name, input, state } of calls) {
    const tool = tools.find((one) => one.name === name);
    const judgement = tool && approval.judge(tool, input, always);
    if (judgement?.kind === 'deny') deny.push({ id, reason: judgement.reason });
    else if (judgement?.kind === 'ask' && state === 'wanted') ask.push(id);
  }
  if (ask.length + deny.length === 0) return false;
  store.judge({ ask, deny, expiresAt: approval.expiresAt(Date.now()) });
  failpoint('agent:judged');
  return true;
}
