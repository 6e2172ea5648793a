import { toWireTurn } from '../../../notify/wire-notification.ts';
import { drainRequest, wireDrained } from '../../../wire/notification.ts';
import { route } from '../../route.ts';

export const drain = route({
  method: 'POST',
  path: '/v1/notifications/drain',
  name: 'drainNotifications',
  summary: 'Takes everything that is to be told to a session, once, without waiting.',
  details:
    'It is delivered when acknowledged. Else it comes again, with the same ids and the same text, before anything that came later.',
  body: drainRequest,
  answer: wireDrained,
  handle({ notifier, body }) {
    const turn = notifier.dispatcher.lease(body.session_key, { repeats: 'same' });
    return { body: { turn: turn && toWireTurn(turn) } };
  },
});
