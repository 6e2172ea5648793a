/** Conversations of Ringback's own agent: what a person and a model said to each other. */
import * as z from 'zod/mini';
import { imageGiven, wireItem, wireTokens } from './conversation-item.ts';
import { wireGoal } from './goal.ts';
import * as kinds from './kinds.ts';
import { anyText, count, filledText, flag, flagText, list, numberText, text, time } from './kinds.ts';
import { field, maybe, message, nullable, object } from './message.ts';

const conversationId = z.string().check(z.regex(/^conv_[0-9a-f]{12}$/, 'must be conv_ and 12 hex digits'));
const MODEL = 'Whom to ask from now on: `provider/model`.';
const variables = maybe(
  kinds.variables,
  'The variables of who looks at it: for its commands (without keys), and where keys of providers are found. Kept in memory only.',
);
const MOST_IMAGES = 16;

export const wireTrouble = message('ConversationTrouble', () => ({
  message: field(anyText, 'What is wrong, and what can be done.'),
  retry_at: nullable(time, 'When it tries again; null: when somebody has done something about it.'),
}));
export type WireTrouble = z.output<typeof wireTrouble>;

export const wireConversation = message('Conversation', () => ({
  conversation_id: field(conversationId, 'Also the session key of what it starts.'),
  cwd: field(anyText, 'The folder that it works in.'),
  model: field(anyText, 'Whom it asks: `provider/model`; empty: it has not found one yet.'),
  begins: field(anyText, 'The first words.'),
  created_at: field(time, 'When it began.'),
  changed_at: field(time, 'When something was said last.'),
  state: field(
    z.enum(['idle', 'working', 'waiting', 'trouble']),
    'Nothing is to be done; a turn is under way; it waits for an approval; or for something that `trouble` says.',
  ),
  trouble: maybe(wireTrouble, 'What keeps it from going on.'),
  missing_tools: maybe(
    list(anyText),
    'MCP servers that are not there now, and why: it goes on without their tools.',
  ),
  sequence: field(count, 'Of the last change of an item.'),
  cost: field(z.number(), 'What it has cost so far in US dollars, where the prices are known.'),
  tokens: field(wireTokens, 'What all its steps took.'),
  context: field(count, 'How many tokens the model was shown and said in its last step.'),
  context_limit: maybe(count, 'How many the model takes, where that is known.'),
  pending_approvals: field(count, 'How many calls wait for an answer of a person.'),
  hears: field(flag, 'Whether it goes on after its answer when something rings.'),
  goal: maybe(wireGoal, 'What it works towards by itself.'),
  closed: field(
    flag,
    'It has been left for another: what rings is stored, and makes no turn until it is opened.',
  ),
}));
export type WireConversation = z.output<typeof wireConversation>;

export const conversationsQuery = object(() => ({
  limit: maybe(numberText, 'At most so many. Default: 50.'),
  cursor: maybe(text, 'What the answer before gave as `next`.'),
  word: maybe(filledText, 'Only those that begin with, or work in a folder of, something with this in it.'),
  unfinished: maybe(flagText, 'Only those in which something is to be done, all at once.'),
}));
export type ConversationsQuery = z.output<typeof conversationsQuery>;

export const wireConversations = message('ConversationList', () => ({
  conversations: field(list(wireConversation), 'The one in which something was said last first.'),
  next: nullable(anyText, 'Give it back as `cursor` for the following ones; null: these are the last.'),
}));
export type WireConversations = z.output<typeof wireConversations>;

export const createConversation = object(() => ({
  conversation_id: maybe(conversationId, 'Of your choice: asked again with the same, there is one.'),
  cwd: field(filledText, 'The folder to work in.'),
  model: maybe(filledText, `${MODEL} Default: the configuration's, or what is found.`),
  variables,
  hears: maybe(
    flag,
    'False: nothing makes a turn after its answer, and the model is told to wait for what it starts; what rings later is stored. Default: true.',
  ),
}));
export type CreateConversation = z.output<typeof createConversation>;

export const openConversation = object(() => ({
  variables,
  model: maybe(filledText, MODEL),
  hears: maybe(flag, 'Whether it goes on when something rings after its answer. Default: true.'),
}));
export type OpenConversation = z.output<typeof openConversation>;

export const itemsQuery = object(() => ({
  after: maybe(numberText, 'Items that changed after this sequence. Default: the last ones.'),
  before_position: maybe(numberText, 'The last ones that stand before this position.'),
  limit: maybe(numberText, 'At most so many. Default: 100; at most 1,000.'),
}));
export type ItemsQuery = z.output<typeof itemsQuery>;

export const conversationEventsQuery = object(() => ({
  after: maybe(numberText, 'Begin with what changed after this sequence. Default: with what comes now.'),
}));
export type ConversationEventsQuery = z.output<typeof conversationEventsQuery>;

export const sendMessage = object(() => ({
  client_id: field(filledText, 'Of your choice: sent again with the same, it is one message.'),
  text: field(text, 'What is said.'),
  images: maybe(z.readonly(z.array(imageGiven).check(z.maxLength(MOST_IMAGES))), 'To be seen with it.'),
}));
export type SendMessage = z.output<typeof sendMessage>;

export const wireSent = message('MessageSent', () => ({
  item_id: field(anyText, 'The item that it has become.'),
  is_new: field(flag, 'False: it was sent before.'),
}));
export type WireSent = z.output<typeof wireSent>;

export const wireApproval = message('Approval', () => ({
  call_id: field(anyText, 'The call that waits.'),
  item_id: field(anyText, 'The step that it is of.'),
  tool: field(anyText, 'Its name.'),
  input: field(z.unknown(), 'Its arguments, as the model wrote them.'),
  runs_in: maybe(
    anyText,
    'Of a command: where it would run, if that is not the folder of the conversation: an earlier `cd` led there, or the call says so.',
  ),
  asked_at: field(time, 'Since when it waits.'),
  expires_at: nullable(time, 'When it counts as denied; null: never.'),
  answer: nullable(
    z.enum(['allow', 'deny', 'always', 'expired', 'message']),
    'The first that was given; null: none. `expired`: nobody answered in time; `message`: somebody wrote something instead. Both deny it.',
  ),
  is_first: maybe(flag, 'Of an answer: whether it is the one that counts.'),
  by: maybe(anyText, 'Who answered.'),
  reason: maybe(anyText, 'Why, in their words.'),
}));
export type WireApproval = z.output<typeof wireApproval>;

export const wireApprovals = message('ApprovalList', () => ({
  approvals: field(list(wireApproval), 'What waits for an answer, the oldest first.'),
}));
export type WireApprovals = z.output<typeof wireApprovals>;

export const answerApproval = object(() => ({
  call_id: field(filledText, 'The call.'),
  answer: field(z.enum(['allow', 'deny', 'always']), '`always`: also the next calls like it.'),
  by: field(filledText, 'Who answers, for those who are later.'),
  reason: maybe(text, 'Why; the model is told.'),
}));
export type AnswerApproval = z.output<typeof answerApproval>;

export const searchConversationQuery = object(() => ({
  pattern: field(filledText, 'Text, whatever its case, or a regular expression as /…/ or /…/i.'),
  limit: maybe(numberText, 'At most so many. Default: 50.'),
}));
export type SearchConversationQuery = z.output<typeof searchConversationQuery>;

export const wireFoundItem = message('FoundItem', () => ({
  item_id: field(anyText, 'The item.'),
  kind: field(anyText, 'What kind of item it is.'),
  position: field(count, 'Its place in the conversation.'),
  text: field(anyText, 'What is around the match.'),
}));

export const wireFoundItems = message('FoundItems', () => ({
  found: field(list(wireFoundItem), 'The latest first.'),
}));
export type WireFoundItems = z.output<typeof wireFoundItems>;

export const exportQuery = object(() => ({
  as: maybe(z.enum(['markdown', 'json']), 'Default: `json`.'),
}));
export type ExportQuery = z.output<typeof exportQuery>;

export const wireExport = message('ConversationExport', () => ({
  conversation: field(wireConversation, 'What it is.'),
  items: maybe(list(wireItem), 'Everything, as `json`.'),
  markdown: maybe(anyText, 'Everything to be read, as `markdown`.'),
}));
export type WireExport = z.output<typeof wireExport>;

export const ringRequest = object(() => ({
  ring_id: field(filledText, 'Of this try.'),
  text: field(text, 'What the conversation is told.'),
  notifications: field(z.readonly(z.array(filledText).check(z.minLength(1))), 'The ids of what it tells.'),
}));
export type RingRequest = z.output<typeof ringRequest>;

export const wireRung = message('ConversationRung', () => ({
  status: field(
    z.enum(['stored', 'known', 'busy']),
    'It is stored and will be heard; it was before; or a turn is under way, and the conversation asks by itself after it.',
  ),
}));
export type WireRung = z.output<typeof wireRung>;

export const modelsQuery = object(() => ({
  conversation_id: maybe(conversationId, 'With the variables that this one was opened with.'),
}));
export type ModelsQuery = z.output<typeof modelsQuery>;

export const wireModels = message('ModelList', () => ({
  models: field(list(anyText), 'What can be chosen: `provider/model`.'),
  default: nullable(anyText, 'What a new conversation asks; null: nothing was found.'),
  hint: maybe(anyText, 'What to do where nothing was found.'),
}));
export type WireModels = z.output<typeof wireModels>;
