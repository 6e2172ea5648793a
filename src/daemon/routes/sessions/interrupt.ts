import { wireDone } from '../../../wire/daemon.ts';
import { sessionRequest } from '../../../wire/session.ts';
import { route } from '../../route.ts';

export const interruptSession = route({
  method: 'POST',
  path: '/v1/sessions/interrupt',
  name: 'interruptSession',
  summary: 'Says that the user wrote something: whatever waits in this session returns.',
  body: sessionRequest,
  answer: wireDone,
  handle({ tools, body }) {
    const ended = tools.interrupt(body.session_key);
    return { body: { status: 'ok', message: `Ended ${ended} waits.` } };
  },
});
