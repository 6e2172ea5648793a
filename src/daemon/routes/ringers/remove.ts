import * as z from 'zod/mini';
import { RingbackError } from '../../../base/errors.ts';
import { filledText } from '../../parameters.ts';
import { ok, route } from '../../route.ts';

/** What is still to be told waits for another way. */
export const removeRinger = route({
  method: 'POST',
  path: '/v1/ringers/remove',
  body: z.strictObject({ session_key: filledText }),
  answer({ switchboard, body: { session_key: session } }) {
    if (!switchboard.remove(session))
      throw new RingbackError(
        'not_found',
        `${session} has no ringer of its own.`,
        switchboard.binding(session) ? 'It is rung by a pattern of config.json.' : 'See: ringback ring ls',
      );
    return ok({ status: 'ok', message: `${session} is not rung any more.` });
  },
});
