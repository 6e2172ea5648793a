import * as z from 'zod/mini';
import { filledText } from '../../parameters.ts';
import { ok, route } from '../../route.ts';

/** While a session has a turn of its own its notifications wait, and then go out as one. */
export const busySession = route({
  method: 'POST',
  path: '/v1/sessions/busy',
  body: z.strictObject({ session_key: filledText, busy: z.boolean() }),
  answer({ notifier, body: { session_key, busy } }) {
    notifier.setBusy(session_key, busy);
    return ok({ status: 'ok', message: busy ? 'Its notifications wait.' : 'Its notifications go out.' });
  },
});
