/** What a conversation works towards by itself. */
import * as z from 'zod/mini';
import { anyText, count, filledText, text, time } from './kinds.ts';
import { field, maybe, message, nullable, object } from './message.ts';

const NO_BOUND = '0: there is no such bound.';

const bounds = () => ({
  turns: field(count, `How many turns it takes by itself at most. ${NO_BOUND}`),
  tokens: field(count, `How many tokens the conversation takes at most from its beginning on. ${NO_BOUND}`),
  dollars: field(
    z.number().check(z.gte(0)),
    `How much that may cost, as far as prices are known. ${NO_BOUND}`,
  ),
  seconds: field(z.number().check(z.gte(0)), `How long it goes on at most, also while it waits. ${NO_BOUND}`),
});
export const goalBounds = message('GoalBounds', bounds);

export const wireGoalSpent = message('GoalSpent', () => ({
  turns: field(count, 'Turns of its own.'),
  tokens: field(count, 'What the conversation took since it began.'),
  dollars: field(z.number(), 'What that cost, as far as prices are known.'),
  seconds: field(z.number(), 'How long ago it began.'),
}));

export const goalState = z.enum(['working', 'parked', 'paused', 'stopped', 'done']);

export const wireGoalWaiting = message('GoalWaiting', () => ({
  kind: field(z.enum(['process', 'wake_up', 'time']), 'What kind of thing it waits for.'),
  target: field(anyText, 'The id of the process or wake-up, or the time.'),
  wake_id: field(anyText, 'The wake-up that ends the waiting. Whoever cancels that ends it too.'),
  reason: field(anyText, 'Why, in the words of the judge.'),
  since: field(time, 'Since when.'),
}));

export const wireGoal = message('Goal', () => ({
  text: field(anyText, 'What is to be reached.'),
  state: field(
    goalState,
    'It takes turns, it waits for one thing, it was paused, a bound was reached, or it is done.',
  ),
  reason: field(anyText, 'Why it is in this state; of one that works, what the judge said last.'),
  since: field(time, 'Since when it is in this state.'),
  begun_at: field(time, 'Since when its bounds count.'),
  waits_for: maybe(wireGoalWaiting, 'Of one that is parked.'),
  bounds: field(goalBounds, 'How far it may go.'),
  spent: field(wireGoalSpent, 'How far it went.'),
}));
export type WireGoal = z.output<typeof wireGoal>;

export const wireGoalAnswer = message('GoalAnswer', () => ({
  goal: nullable(wireGoal, 'Null: there is none.'),
  changed: maybe(z.boolean(), 'False: there was nothing to do.'),
}));
export type WireGoalAnswer = z.output<typeof wireGoalAnswer>;

export const setGoal = object(() => ({
  text: field(filledText, 'What is to be reached, in words by which somebody else can tell that it is.'),
  client_id: maybe(filledText, 'Of your choice: set again with the same, it is one goal.'),
  turns: maybe(
    count,
    `Its bounds, where the configuration's are not to count: turns of its own. ${NO_BOUND}`,
  ),
  tokens: maybe(count, 'Tokens of the conversation.'),
  dollars: maybe(z.number().check(z.gte(0)), 'US dollars.'),
  seconds: maybe(z.number().check(z.gte(0)), 'Seconds.'),
}));
export type SetGoal = z.output<typeof setGoal>;

export const pauseGoal = object(() => ({ reason: maybe(text, 'Why, for those who look.') }));
export type PauseGoal = z.output<typeof pauseGoal>;

export const goalEvents = [
  'set',
  'turn',
  'judging',
  'judged',
  'dropped',
  'parked',
  'woken',
  'unwaited',
  'paused',
  'resumed',
  'done',
  'stopped',
  'cleared',
] as const;
