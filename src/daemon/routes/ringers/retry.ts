import * as z from 'zod/mini';
import { RingbackError } from '../../../base/errors.ts';
import { filledText } from '../../parameters.ts';
import { ok, route } from '../../route.ts';

/** Tries at once what waits, and again what was given up. */
export const retryRinger = route({
  method: 'POST',
  path: '/v1/ringers/retry',
  body: z.strictObject({ session_key: filledText }),
  answer({ switchboard, body: { session_key: session } }) {
    if (!switchboard.binding(session))
      throw new RingbackError('not_found', `${session} has no ringer.`, 'See: ringback ring ls');
    return ok({ status: 'ok', retried: switchboard.retry(session) });
  },
});
