import * as z from 'zod/mini';
import { isProcessId } from '../../../base/ids.ts';
import { toWireNotification } from '../../../notify/wire-notification.ts';
import { flagText, numberText, text } from '../../parameters.ts';
import { ok, route } from '../../route.ts';

const MOST = 1_000;

/** What was said and what became of it, newest first. Looking changes nothing. */
export const history = route({
  method: 'GET',
  path: '/v1/notifications',
  query: z.strictObject({
    session_key: z.exactOptional(text),
    /** Only those that are still to be told. */
    open: z.exactOptional(flagText),
    process: z.exactOptional(text),
    limit: z.exactOptional(numberText.check(z.gte(1), z.lte(MOST))),
  }),
  answer({ engine, notifier, query }) {
    const { session_key: session, open, process, limit } = query;
    const found = notifier.history({
      ...(session !== undefined && { session }),
      // The ledger remembers processes that the engine has forgotten.
      ...(process !== undefined && { processId: isProcessId(process) ? process : engine.resolve(process) }),
      ...(open && { isOpen: true }),
      ...(limit !== undefined && { limit }),
    });
    return ok({ notifications: found.map(toWireNotification) });
  },
});
