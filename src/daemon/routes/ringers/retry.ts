import * as z from 'zod/mini';
import { filledText } from '../../parameters.ts';
import { ok, route } from '../../route.ts';

/** Tries at once what waits, and again what was given up. */
export const retryRinger = route({
  method: 'POST',
  path: '/v1/ringers/retry',
  body: z.strictObject({ session_key: filledText }),
  answer({ switchboard, body }) {
    return ok({ status: 'ok', retried: switchboard.retry(body.session_key) });
  },
});
