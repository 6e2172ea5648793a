import { closeRequest, wireClosed } from '../../../wire/session.ts';
import { route } from '../../route.ts';

export const closeSession = route({
  method: 'POST',
  path: '/v1/sessions/close',
  name: 'closeSession',
  summary:
    'Tells a session nothing more: its user started afresh. Its wake-ups are cancelled, its processes keep running, delegates too unless it is asked otherwise.',
  body: closeRequest,
  answer: wireClosed,
  handle({ notifier, wakeUps, delegations, body: { session_key: session, interrupt_delegates } }) {
    if (interrupt_delegates)
      delegations.interruptAll({ session_key: session, reason: 'Its session was closed.' });
    wakeUps.closeSession(session);
    return { body: { status: 'ok', suppressed: notifier.closeSession(session) } };
  },
});
