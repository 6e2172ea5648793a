import * as z from 'zod/mini';
import { filledText, text, wholeNumber } from '../../parameters.ts';
import { ok, route } from '../../route.ts';

const DAY = 86_400;

/**
 * While a session has a turn of its own its notifications wait, and then go out as one. To be said again before the lease
 * is over: nobody is busy for ever who was killed in the middle.
 */
export const busySession = route({
  method: 'POST',
  path: '/v1/sessions/busy',
  body: z.strictObject({
    session_key: filledText,
    busy: z.boolean(),
    holder: z.exactOptional(text),
    lease: z.exactOptional(wholeNumber(1, DAY)),
  }),
  answer({ notifier, body: { session_key, busy, holder = '', lease } }) {
    notifier.setBusy(session_key, busy, { holder, ...(lease !== undefined && { leaseMs: lease * 1000 }) });
    return ok({ status: 'ok', message: busy ? 'Its notifications wait.' : 'Its notifications go out.' });
  },
});
