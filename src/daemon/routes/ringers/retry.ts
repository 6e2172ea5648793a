import { RingbackError } from '../../../base/errors.ts';
import { wireRetried } from '../../../wire/ringer.ts';
import { sessionRequest } from '../../../wire/session.ts';
import { route } from '../../route.ts';

export const retryRinger = route({
  method: 'POST',
  path: '/v1/ringers/retry',
  name: 'retryRings',
  summary: 'Tries at once what waits, and again what was given up.',
  body: sessionRequest,
  answer: wireRetried,
  errors: ['not_found'],
  handle({ switchboard, body: { session_key: session } }) {
    if (!switchboard.binding(session))
      throw new RingbackError('not_found', `${session} has no ringer.`, 'See: ringback ring ls');
    return { body: { status: 'ok', retried: switchboard.retry(session) } };
  },
});
