import { RingbackError } from '../../base/errors.ts';
import * as described from '../../wire/conversation-routes.ts';
import { toMarkdown } from './markdown.ts';
import { type Route, route, streamRoute } from './route.ts';
import { toWireItem } from './wire-item.ts';

/** Everything that the agent answers. */
export const routes: readonly Route[] = [
  route({ ...described.listConversations, handle: ({ agent, query }) => ({ body: agent.list(query) }) }),
  route({
    ...described.createConversation,
    handle: async ({ agent, body }) => ({ body: await agent.create(body) }),
  }),
  route({
    ...described.listModels,
    handle: async ({ agent, query }) => ({ body: await agent.models(query.conversation_id) }),
  }),
  route({ ...described.getConversation, handle: ({ agent, id }) => ({ body: agent.get(id) }) }),
  route({
    ...described.openConversation,
    handle: async ({ agent, id, body }) => ({ body: await agent.open(id, body) }),
  }),
  route({ ...described.listItems, handle: ({ agent, id, query }) => ({ body: agent.items(id, query) }) }),
  streamRoute({
    ...described.followConversation,
    handle({ agent, id, query, lastEventId, signal }) {
      const { sequence } = agent.get(id);
      // Who asks for what comes after the end is told what comes next.
      const after = Math.min(parseSequence(lastEventId) ?? query.after ?? sequence, sequence);
      return { events: agent.events(id, after, signal), start: String(after) };
    },
  }),
  route({
    ...described.sendMessage,
    handle: async ({ agent, id, body }) => ({ body: await agent.send(id, body) }),
  }),
  route({
    ...described.stopTurn,
    handle({ agent, id }) {
      agent.of(id).stop();
      return { body: agent.get(id) };
    },
  }),
  route({
    ...described.closeConversation,
    handle({ agent, id }) {
      agent.of(id).leave();
      return { body: agent.get(id) };
    },
  }),
  route({
    ...described.listApprovals,
    handle: ({ agent, id }) => ({ body: { approvals: agent.approvals(id) } }),
  }),
  route({
    ...described.answerApproval,
    handle({ agent, id, body: { call_id, ...answer } }) {
      return { body: agent.answer(id, call_id, answer) };
    },
  }),
  route({
    ...described.compactConversation,
    handle({ agent, id }) {
      agent.of(id).compact();
      return { body: { status: 'ok', message: 'The older part is summarised at the next occasion.' } };
    },
  }),
  route({
    ...described.searchConversation,
    handle: ({ agent, id, query }) => ({ body: { found: agent.search(id, query) } }),
  }),
  route({ ...described.getGoal, handle: ({ agent, id }) => ({ body: agent.goal(id) }) }),
  route({
    ...described.setGoal,
    handle: async ({ agent, id, body }) => ({ body: await agent.setGoal(id, body) }),
  }),
  route({
    ...described.pauseGoal,
    handle: ({ agent, id, body }) => ({ body: agent.changeGoal(id, 'pause', body.reason) }),
  }),
  route({ ...described.resumeGoal, handle: ({ agent, id }) => ({ body: agent.changeGoal(id, 'resume') }) }),
  route({ ...described.unwaitGoal, handle: ({ agent, id }) => ({ body: agent.changeGoal(id, 'unwait') }) }),
  route({ ...described.clearGoal, handle: ({ agent, id }) => ({ body: agent.changeGoal(id, 'clear') }) }),
  route({
    ...described.ringConversation,
    handle: ({ agent, id, body }) => ({
      body: { status: agent.of(id).ring(body.notifications, body.text) },
    }),
  }),
  route({
    ...described.exportConversation,
    handle({ agent, id, query }) {
      const conversation = agent.get(id);
      const items = agent.all(id).map(toWireItem);
      if (query.as !== 'markdown') return { body: { conversation, items } };
      return { body: { conversation, markdown: toMarkdown(conversation, items) } };
    },
  }),
];

function parseSequence(lastEventId: string | undefined): number | undefined {
  if (lastEventId === undefined) return undefined;
  if (/^\d{1,15}$/.test(lastEventId)) return Number(lastEventId);
  throw new RingbackError(
    'bad_request',
    'Last-Event-ID is not the id of an event of this stream.',
    'Give back the id of the last event as it came, or leave the header out and give "after".',
  );
}
