import { RingbackError } from '../../../base/errors.ts';
import { wireDone } from '../../../wire/daemon.ts';
import { sessionRequest } from '../../../wire/session.ts';
import { route } from '../../route.ts';

export const removeRinger = route({
  method: 'POST',
  path: '/v1/ringers/remove',
  name: 'removeRinger',
  summary: 'Lets a session not be rung any more. What is still to be told waits for another way.',
  body: sessionRequest,
  answer: wireDone,
  errors: ['not_found'],
  handle({ switchboard, body: { session_key: session } }) {
    if (!switchboard.remove(session))
      throw new RingbackError(
        'not_found',
        `${session} has no ringer of its own.`,
        switchboard.binding(session) ? 'It is rung by a pattern of config.json.' : 'See: ringback ring ls',
      );
    return { body: { status: 'ok', message: `${session} is not rung any more.` } };
  },
});
