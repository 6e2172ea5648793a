/** What is said and done in a conversation. An item changes; each change has a later sequence. */
import * as z from 'zod/mini';
import { goalEvents } from './goal.ts';
import { anyText, count, flag, list, text, time } from './kinds.ts';
import { field, maybe, message, nullable, object, oneOf } from './message.ts';

const itemId = field(anyText, 'Stays the same whatever becomes of it: what comes later replaces it.');
const sequence = field(count, 'Of its last change; the next change in the conversation has a greater one.');
const position = nullable(
  count,
  'Its place in the conversation, by which items are shown in order; null: it waits for a turn.',
);
const at = field(time, 'When it came to be.');
const saidAt = nullable(time, 'When it was said; null: it is not, yet.');

export const wireImageInfo = message('ImageInfo', () => ({
  media_type: field(anyText, 'Such as `image/png`.'),
  bytes: field(count, 'How large it is.'),
}));
const images = maybe(list(wireImageInfo), 'What is to be seen with it.');

export const imageGiven = object(() => ({
  media_type: field(text, 'Such as `image/png`.'),
  data: field(z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64')), 'As base64.'),
}));
export type ImageGiven = z.output<typeof imageGiven>;

export const wirePersonItem = message('PersonItem', () => ({
  kind: field(z.literal('person'), 'A person said it.'),
  item_id: itemId,
  sequence,
  position,
  at,
  client_id: field(anyText, 'As it was sent with it.'),
  text: field(anyText, 'What was said.'),
  images,
}));
export type WirePersonItem = z.output<typeof wirePersonItem>;

export const wireRingItem = message('RingItem', () => ({
  kind: field(z.literal('ring'), 'It rang: notifications of what the conversation has started.'),
  item_id: itemId,
  sequence,
  position,
  at,
  text: field(anyText, 'What the model is told.'),
}));
export type WireRingItem = z.output<typeof wireRingItem>;

export const wireToolCall = message('ConversationCall', () => ({
  call_id: field(anyText, 'Of the call, and of the process that it starts, if it starts one.'),
  tool: field(anyText, 'Its name.'),
  input: field(z.unknown(), 'Its arguments, as the model wrote them.'),
  state: field(
    z.enum(['wanted', 'waiting', 'allowed', 'begun', 'answered', 'denied']),
    'It is to be carried out, it waits for an approval, it has one, it may have taken effect, its result is stored, or it is never carried out.',
  ),
  output: maybe(anyText, 'Its result.'),
  is_error: maybe(flag, 'The result says what went wrong.'),
  images,
}));
export type WireToolCall = z.output<typeof wireToolCall>;

export const wireTokens = message('Tokens', () => ({
  input: field(count, 'What the model was shown.'),
  cached: field(count, "Of that, what came from the provider's cache."),
  output: field(count, 'What it said.'),
}));
export type WireTokens = z.output<typeof wireTokens>;

export const wireStepItem = message('StepItem', () => ({
  kind: field(z.literal('step'), 'One question to the model, and its answer.'),
  item_id: itemId,
  sequence,
  position,
  at: saidAt,
  state: field(
    z.enum(['asking', 'said', 'dropped']),
    'The model is being asked, it has answered, or its turn ended without an answer.',
  ),
  model: field(anyText, 'Who is asked: `provider/model`.'),
  text: field(
    anyText,
    'What it said; empty until all of it is stored (`text` events have what is streamed).',
  ),
  thoughts: maybe(anyText, 'What it thought before.'),
  calls: field(list(wireToolCall), 'The tools that it calls, in order, with their results.'),
  finish: maybe(
    z.enum(['said', 'calls', 'length', 'refused']),
    'Why it stopped: all is said, tools are called, it was cut off, it refused.',
  ),
  tokens: maybe(wireTokens, 'What it took.'),
  cost: maybe(z.number(), 'In US dollars, where the price is known.'),
}));
export type WireStepItem = z.output<typeof wireStepItem>;

export const wireSummaryItem = message('SummaryItem', () => ({
  kind: field(z.literal('summary'), 'Stands for what came before it when the model is asked.'),
  item_id: itemId,
  sequence,
  position,
  at: saidAt,
  state: field(z.enum(['asking', 'said', 'dropped']), 'As of a step.'),
  text: field(anyText, 'The summary; empty until all of it is stored.'),
}));
export type WireSummaryItem = z.output<typeof wireSummaryItem>;

export const wireGoalItem = message('GoalItem', () => ({
  kind: field(z.literal('goal'), 'Something happened to the goal.'),
  item_id: itemId,
  sequence,
  position,
  at: saidAt,
  event: field(
    z.enum(goalEvents),
    'It was set; it begins a turn; its judge is asked, has answered, or was interrupted; it waits, no longer waits, or was told not to; it was paused, resumed, is done, has reached a bound, or was cleared.',
  ),
  text: field(
    anyText,
    'The goal; what the model is told at the beginning of the turn; why the judge said so; what it waits for; or why that happened.',
  ),
  verdict: maybe(z.enum(['done', 'continue', 'wait']), 'What the judge said.'),
  tokens: maybe(wireTokens, 'What the judge took.'),
  cost: maybe(z.number(), 'In US dollars, where the price is known.'),
}));
export type WireGoalItem = z.output<typeof wireGoalItem>;

export const wireEndItem = message('EndItem', () => ({
  kind: field(z.literal('end'), 'A turn ended before all was said.'),
  item_id: itemId,
  sequence,
  position,
  at,
  state: field(z.enum(['failed', 'stopped']), 'It could not go on, or a person has stopped it.'),
  reason: maybe(anyText, 'Why it failed.'),
}));
export type WireEndItem = z.output<typeof wireEndItem>;

export const wireItem = oneOf('ConversationItem', [
  wirePersonItem,
  wireRingItem,
  wireStepItem,
  wireSummaryItem,
  wireGoalItem,
  wireEndItem,
]);
export type WireItem = z.output<typeof wireItem>;

export const wireItems = message('ConversationItems', () => ({
  items: field(
    list(wireItem),
    'With `after`: in the order of their last change. Else in the order of their positions, what waits last.',
  ),
  sequence: field(count, 'Ask for what comes `after` it.'),
  more: field(flag, 'Whether there is more: later changes, or with `before_position` earlier items.'),
}));
export type WireItems = z.output<typeof wireItems>;

export const wireStreamedText = message('StreamedText', () => ({
  item_id: field(anyText, 'The step that is being said. What is stored of it later replaces this.'),
  offset: field(count, 'Where it goes, in characters (UTF-16); at 0 everything streamed before is void.'),
  text: field(anyText, 'What was said there.'),
}));
export type WireStreamedText = z.output<typeof wireStreamedText>;
