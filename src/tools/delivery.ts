import type { Delivery } from '../wire/tool.ts';
import type { ToolContext } from './context.ts';

/** How this session hears of what happens later (docs/behaviour.md, `delivery`): the truth, or nobody believes it again. */
export function deliveryOf(
  { notifier, caller, switchboard }: ToolContext,
  options: { asTask?: boolean } = {},
): Delivery {
  if (options.asTask && caller.reach === 'task') return 'wake';
  const { session_key: session, reach } = caller;
  // Whether it hears when it is rung, our own agent says itself.
  if (reach === 'none' && switchboard.isOwn(session)) return 'none';
  if (reach === 'subscribed' || notifier.dispatcher.hasSubscriber(session) || switchboard.has(session))
    return 'wake';
  return caller.reach === 'none' ? 'none' : 'next_call';
}

/** What a model should do about it. */
export const advice: Readonly<Record<Delivery, string>> = {
  wake: 'You will be notified: end your turn, do not poll and do not wait for it.',
  next_call:
    'It will be reported with the result of your next tool call after that. Go on with something else.',
  none: 'Nothing will reach you by itself here: use process(action="wait").',
};
