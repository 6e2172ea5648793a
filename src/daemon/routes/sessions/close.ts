import * as z from 'zod/mini';
import { filledText } from '../../parameters.ts';
import { ok, route } from '../../route.ts';

/** The user started afresh: nothing is told to it any more. Its processes run on. */
export const closeSession = route({
  method: 'POST',
  path: '/v1/sessions/close',
  body: z.strictObject({ session_key: filledText }),
  answer: ({ notifier, body }) => ok({ status: 'ok', suppressed: notifier.closeSession(body.session_key) }),
});
