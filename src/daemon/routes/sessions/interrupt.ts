import * as z from 'zod/mini';
import { filledText } from '../../parameters.ts';
import { ok, route } from '../../route.ts';

/** The user wrote something: whatever waits in this session returns. */
export const interruptSession = route({
  method: 'POST',
  path: '/v1/sessions/interrupt',
  body: z.strictObject({ session_key: filledText }),
  answer({ tools, body }) {
    const ended = tools.interrupt(body.session_key);
    return ok({ status: 'ok', message: `Ended ${ended} waits.` });
  },
});
