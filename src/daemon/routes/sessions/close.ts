import { sessionRequest, wireClosed } from '../../../wire/session.ts';
import { route } from '../../route.ts';

export const closeSession = route({
  method: 'POST',
  path: '/v1/sessions/close',
  name: 'closeSession',
  summary: 'Tells a session nothing more: its user started afresh. Its processes keep running.',
  body: sessionRequest,
  answer: wireClosed,
  handle: ({ notifier, body }) => ({
    body: { status: 'ok', suppressed: notifier.closeSession(body.session_key) },
  }),
});
