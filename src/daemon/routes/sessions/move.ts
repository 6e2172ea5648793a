import * as z from 'zod/mini';
import { filledText } from '../../parameters.ts';
import { ok, route } from '../../route.ts';

/** Compaction, resume, fork: processes and what is still to be told go along. */
export const moveSession = route({
  method: 'POST',
  path: '/v1/sessions/move',
  body: z.strictObject({ from: filledText, to: filledText }),
  answer({ notifier, tools, switchboard, body: { from, to } }) {
    switchboard.moveSession(from, to, () => {
      notifier.moveSession(from, to);
      tools.moveSession(from, to);
    });
    return ok({ status: 'ok', message: `What belonged to ${from} belongs to ${to}.` });
  },
});
