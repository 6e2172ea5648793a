import * as z from 'zod/mini';
import { described, filledText } from '../../base/schema.ts';
import { defineTool } from '../files/define-tool.ts';
import type { Store } from '../store/store.ts';
import type { Outcome, Tool } from '../tool.ts';
import { type Bounds, describeSpent } from './bounds.ts';
import { describeTarget } from './target.ts';

const schema = z.strictObject({
  action: described(
    z.enum(['show', 'set', 'unwait']),
    'show: how the goal stands. set: only where the person asks for it. unwait: stop waiting and go on.',
  ),
  text: z.exactOptional(
    described(
      filledText,
      'Of set: what is to be reached, in words by which somebody else can tell that it is.',
    ),
  ),
});

/** The model can begin a goal that a person asks for. It cannot go beyond the bounds: not by setting another one either. */
export function goalTool(store: Store, conversation: string, bounds: Bounds): Tool {
  const tool = defineTool({
    name: 'goal',
    description:
      'The goal of this conversation: what you work towards by yourself, turn by turn, until a judge says that it is reached.',
    schema,
    repeat: 'once',
    async execute({ action, text }, { id }) {
      if (action === 'set') return set(store, conversation, { id, text, bounds });
      if (action === 'unwait' && !store.goals.change(conversation, 'unwait', 'The agent was asked to go on.'))
        return refuse('The goal waits for nothing.');
      return { output: show(store, conversation), isError: false };
    },
  });
  // It does nothing to the machine.
  return { ...tool, acts: () => false };
}

function set(
  store: Store,
  conversation: string,
  { id, text, bounds }: { readonly id: string; readonly text: string | undefined; readonly bounds: Bounds },
): Outcome {
  if (text === undefined) return refuse('"text" is missing: what is to be reached?');
  const isKnown = store.goals.isSet(conversation, id);
  if (!isKnown && !store.view(conversation).isForPerson)
    return refuse('A goal can only be set where a person asks for it, and this turn was not begun by one.');
  const known = store.goals.get(conversation);
  if (!isKnown && known && known.state !== 'done')
    return refuse(`There is a goal already (${known.state}). The person can clear it: /goal clear`);
  store.goals.set(conversation, { clientId: id, text, bounds });
  return { output: `Set. It begins when you end this turn.\n${show(store, conversation)}`, isError: false };
}

function show(store: Store, conversation: string): string {
  const goal = store.goals.get(conversation);
  if (!goal) return 'There is no goal.';
  const { text, state, reason, target, spent } = goal;
  const waits = state === 'parked' && target ? `, waits for ${describeTarget(target)}` : '';
  return [
    `Goal: ${text}`,
    `${state}${waits}${reason === '' ? '' : `: ${reason}`}`,
    `So far: ${describeSpent(spent)}.`,
  ].join('\n');
}

function refuse(output: string): Outcome {
  return { output, isError: true };
}
