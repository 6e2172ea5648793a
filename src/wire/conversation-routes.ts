/** What the agent answers; the daemon hands it on, and its document lists it. */
import * as conversation from './conversation.ts';
import { wireItem, wireItems, wireStreamedText } from './conversation-item.ts';
import { wireDone } from './daemon.ts';
import { wireError } from './error.ts';
import * as goal from './goal.ts';
import type { RouteDescription } from './route.ts';

const ROOT = '/v1/conversations';
/** The agent is another program, which the daemon starts. */
const errors = ['unreachable'] as const;
const ONE = `${ROOT}/:conversation`;

export const listConversations = {
  method: 'GET',
  path: ROOT,
  name: 'listConversations',
  summary: 'Conversations, the one in which something was said last first.',
  errors,
  query: conversation.conversationsQuery,
  answer: conversation.wireConversations,
} as const satisfies RouteDescription;

export const createConversation = {
  method: 'POST',
  path: ROOT,
  name: 'createConversation',
  summary: 'Begins a conversation.',
  errors,
  details: 'With an id of your own it may be asked again: there is one.',
  status: 201,
  body: conversation.createConversation,
  answer: conversation.wireConversation,
} as const satisfies RouteDescription;

export const listModels = {
  method: 'GET',
  path: `${ROOT}/models`,
  name: 'listModels',
  summary: 'The models that can be chosen, and which one is asked by default.',
  errors: ['not_found', ...errors],
  query: conversation.modelsQuery,
  answer: conversation.wireModels,
} as const satisfies RouteDescription;

export const getConversation = {
  method: 'GET',
  path: ONE,
  name: 'getConversation',
  summary: 'A conversation: how it stands.',
  errors,
  answer: conversation.wireConversation,
} as const satisfies RouteDescription;

export const openConversation = {
  method: 'POST',
  path: `${ONE}/open`,
  name: 'openConversation',
  summary: 'Somebody looks at it: goes on with one that was closed, and hands over variables.',
  errors,
  body: conversation.openConversation,
  answer: conversation.wireConversation,
} as const satisfies RouteDescription;

export const listItems = {
  method: 'GET',
  path: `${ONE}/items`,
  name: 'listItems',
  summary: 'What was said and done: what has changed since a sequence, or a page backwards.',
  errors,
  query: conversation.itemsQuery,
  answer: wireItems,
} as const satisfies RouteDescription;

export const followConversation = {
  method: 'GET',
  path: `${ONE}/events`,
  name: 'followConversation',
  summary: 'What changes, as it does.',
  errors,
  details:
    'Items come as they are now, each under its id: a later one replaces it. Whoever reads slowly gets fewer, never others. The id of an event is the sequence up to which everything has come.',
  query: conversation.conversationEventsQuery,
  events: {
    item: { summary: 'An item is new or has changed.', data: wireItem },
    text: { summary: 'What the model is saying; it counts once its step is stored.', data: wireStreamedText },
    state: {
      summary: 'How the conversation stands; the first says that everything of before has come.',
      data: conversation.wireConversation,
    },
    error: { summary: 'The stream cannot go on; the answer ends after it.', data: wireError },
  },
} as const satisfies RouteDescription;

export const sendMessage = {
  method: 'POST',
  path: `${ONE}/messages`,
  name: 'sendMessage',
  summary: 'Says something. While a turn is under way it is heard in that turn, and ends its waits.',
  errors: [...errors, 'conflict'],
  details:
    'Sent again with the same `client_id`, it is one message; something else under that id is refused. Images are PNG, JPEG, GIF or WebP, of at most 3,932,160 bytes each, and three times that together.',
  body: conversation.sendMessage,
  // Three of the largest images in base64, and a text.
  largestBody: 24 * 1024 * 1024,
  answer: conversation.wireSent,
} as const satisfies RouteDescription;

export const stopTurn = {
  method: 'POST',
  path: `${ONE}/stop`,
  name: 'stopTurn',
  summary: 'Ends the turn, not what it has started.',
  errors,
  answer: conversation.wireConversation,
} as const satisfies RouteDescription;

export const closeConversation = {
  method: 'POST',
  path: `${ONE}/close`,
  name: 'closeConversation',
  summary: 'Leaves it for another: what rings is stored in it, and makes no turn until it is opened again.',
  errors,
  answer: conversation.wireConversation,
} as const satisfies RouteDescription;

export const listApprovals = {
  method: 'GET',
  path: `${ONE}/approvals`,
  name: 'listApprovals',
  summary: 'Calls that wait for the answer of a person.',
  errors,
  answer: conversation.wireApprovals,
} as const satisfies RouteDescription;

export const answerApproval = {
  method: 'POST',
  path: `${ONE}/approvals`,
  name: 'answerApproval',
  summary: 'Says whether a call may be carried out. The first answer counts; who comes later is told it.',
  errors,
  body: conversation.answerApproval,
  answer: conversation.wireApproval,
} as const satisfies RouteDescription;

export const compactConversation = {
  method: 'POST',
  path: `${ONE}/compact`,
  name: 'compactConversation',
  summary: 'Has the older part summarised for the model, soon. What was said is kept.',
  errors,
  answer: wireDone,
} as const satisfies RouteDescription;

export const searchConversation = {
  method: 'GET',
  path: `${ONE}/search`,
  name: 'searchConversation',
  summary: 'Finds what was said, called and answered, also what a summary stands for.',
  errors,
  query: conversation.searchConversationQuery,
  answer: conversation.wireFoundItems,
} as const satisfies RouteDescription;

export const ringConversation = {
  method: 'POST',
  path: `${ONE}/rings`,
  name: 'ringConversation',
  summary: 'Tells it of notifications, each once.',
  errors,
  body: conversation.ringRequest,
  answer: conversation.wireRung,
} as const satisfies RouteDescription;

export const exportConversation = {
  method: 'GET',
  path: `${ONE}/export`,
  name: 'exportConversation',
  summary: 'All of it, for programs or to be read.',
  errors,
  query: conversation.exportQuery,
  answer: conversation.wireExport,
} as const satisfies RouteDescription;

const GOAL = `${ONE}/goal`;

export const getGoal = {
  method: 'GET',
  path: GOAL,
  name: 'getGoal',
  summary: 'What a conversation works towards by itself, and what it waits for.',
  errors,
  answer: goal.wireGoalAnswer,
} as const satisfies RouteDescription;

export const setGoal = {
  method: 'POST',
  path: GOAL,
  name: 'setGoal',
  summary: 'Sets a goal, in place of the one before.',
  details:
    'It begins at once. After each turn a judge says whether it is reached, goes on, or waits for one thing. See docs/goals.md.',
  errors,
  body: goal.setGoal,
  answer: goal.wireGoalAnswer,
} as const satisfies RouteDescription;

export const pauseGoal = {
  method: 'POST',
  path: `${GOAL}/pause`,
  name: 'pauseGoal',
  summary: 'No turn and no judge until it is resumed. A turn that is under way goes on; waiting is over.',
  errors,
  body: goal.pauseGoal,
  answer: goal.wireGoalAnswer,
} as const satisfies RouteDescription;

export const resumeGoal = {
  method: 'POST',
  path: `${GOAL}/resume`,
  name: 'resumeGoal',
  summary: 'It goes on at once; one that has reached a bound, once more as far.',
  errors,
  answer: goal.wireGoalAnswer,
} as const satisfies RouteDescription;

export const unwaitGoal = {
  method: 'POST',
  path: `${GOAL}/unwait`,
  name: 'unwaitGoal',
  summary: 'It waits no longer, and goes on.',
  errors,
  answer: goal.wireGoalAnswer,
} as const satisfies RouteDescription;

export const clearGoal = {
  method: 'POST',
  path: `${GOAL}/clear`,
  name: 'clearGoal',
  summary: 'The conversation has no goal any more.',
  errors,
  answer: goal.wireGoalAnswer,
} as const satisfies RouteDescription;

export const conversationRoutes: readonly RouteDescription[] = [
  listConversations,
  createConversation,
  listModels,
  getConversation,
  openConversation,
  listItems,
  followConversation,
  sendMessage,
  stopTurn,
  closeConversation,
  listApprovals,
  answerApproval,
  compactConversation,
  searchConversation,
  ringConversation,
  exportConversation,
  getGoal,
  setGoal,
  pauseGoal,
  resumeGoal,
  unwaitGoal,
  clearGoal,
];
