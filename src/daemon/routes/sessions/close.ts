import { sessionRequest, wireClosed } from '../../../wire/session.ts';
import { route } from '../../route.ts';

export const closeSession = route({
  method: 'POST',
  path: '/v1/sessions/close',
  name: 'closeSession',
  summary:
    'Tells a session nothing more: its user started afresh. Its wake-ups are cancelled, its processes keep running.',
  body: sessionRequest,
  answer: wireClosed,
  handle({ notifier, wakeUps, body: { session_key: session } }) {
    wakeUps.closeSession(session);
    return { body: { status: 'ok', suppressed: notifier.closeSession(session) } };
  },
});
