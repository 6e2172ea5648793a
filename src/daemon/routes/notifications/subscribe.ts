import { brokenStream } from '../../../transport/event-stream.ts';
import { subscribeQuery, wireTurn } from '../../../wire/notification.ts';
import { streamRoute } from '../../route.ts';
import { toTurnEvents } from '../../turn-events.ts';

/** A turn that was not acknowledged goes to the next subscriber, with the same ids (promise 13). */
export const subscribe = streamRoute({
  method: 'GET',
  path: '/v1/notifications/subscribe',
  name: 'subscribe',
  summary: 'Streams the turns of a session: everything that is to be told, as one text.',
  details:
    'The next turn comes when the last was acknowledged. One that was not acknowledged when the connection ended comes again, with the same ids and the same text: resuming goes by acknowledgement, so that nothing is lost whoever crashes, and Last-Event-ID changes nothing.',
  query: subscribeQuery,
  events: {
    turn: { summary: 'What the session is to be told now.', data: wireTurn },
    error: brokenStream,
  },
  handle: ({
    notifier,
    query: { session_key, delivery: way = 'autonomous', if_unheard, may_grow = false },
    signal,
  }) => ({
    start: '0',
    events:
      if_unheard && notifier.dispatcher.hasSubscriber(session_key)
        ? nothing()
        : toTurnEvents(
            notifier.dispatcher.subscribe(session_key, signal, { way, repeats: may_grow ? 'anew' : 'same' }),
          ),
  }),
});

async function* nothing(): AsyncGenerator<never> {}
