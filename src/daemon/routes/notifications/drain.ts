import * as z from 'zod/mini';
import { toWireTurn } from '../../../notify/wire-notification.ts';
import { text } from '../../parameters.ts';
import { ok, route } from '../../route.ts';

/** Everything pending at once, for a program that tells it itself. Delivered when acknowledged; else it comes again. */
export const drain = route({
  method: 'POST',
  path: '/v1/notifications/drain',
  body: z.strictObject({ session_key: text }),
  answer({ notifier, body }) {
    const turn = notifier.lease(body.session_key, { freezes: true });
    return ok({ turn: turn && toWireTurn(turn) });
  },
});
