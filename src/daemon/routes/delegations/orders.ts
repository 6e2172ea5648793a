import { brokenStream } from '../../../transport/event-stream.ts';
import type { ServerEvent } from '../../../transport/route.ts';
import { ordersQuery, type WireOrder, wireOrder } from '../../../wire/delegation.ts';
import { streamRoute } from '../../route.ts';

export const followOrders = streamRoute({
  method: 'GET',
  path: '/v1/delegates/:name/orders',
  name: 'followOrders',
  summary: 'Streams what a delegate is told while it works.',
  details:
    'The stream completes when it has ended. One that breaks goes on behind the last event with Last-Event-ID.',
  query: ordersQuery,
  events: {
    order: { summary: 'It is to hear something, or to stop.', data: wireOrder },
    error: brokenStream,
  },
  handle({ delegations, id, query, lastEventId, signal }) {
    const after = /^\d+$/.test(lastEventId ?? '') ? Number(lastEventId) : (query.after ?? 0);
    return { start: String(after), events: toEvents(delegations.orders(id, after, signal)) };
  },
});

async function* toEvents(orders: AsyncIterable<WireOrder>): AsyncGenerator<ServerEvent> {
  for await (const order of orders) yield { name: 'order', id: String(order.sequence), data: order };
}
