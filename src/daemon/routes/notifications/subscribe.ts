import * as z from 'zod/mini';
import { flagText, text } from '../../parameters.ts';
import { route } from '../../route.ts';
import { toTurnEvents } from '../../turn-events.ts';

/**
 * Turns of a session as they come; the next one when the last was acknowledged. One that was not acknowledged when the
 * connection ends goes to the next subscriber, with the same ids (promise 13).
 */
export const subscribe = route({
  method: 'GET',
  path: '/v1/notifications/subscribe',
  query: z.strictObject({
    session_key: text,
    delivery: z.optional(z.enum(['inline', 'autonomous'])),
    if_unheard: z.optional(flagText),
    may_grow: z.optional(flagText),
  }),
  answer: ({
    notifier,
    query: { session_key, delivery: way = 'autonomous', if_unheard, may_grow = false },
    signal,
  }) => ({
    start: '0',
    events:
      if_unheard && notifier.hasSubscriber(session_key)
        ? nothing()
        : toTurnEvents(notifier.subscribe(session_key, signal, { way, freezes: !may_grow })),
  }),
});

async function* nothing(): AsyncGenerator<never> {}
