import { isProcessId } from '../../../base/ids.ts';
import { toWireNotification } from '../../../notify/wire-notification.ts';
import { historyQuery, wireNotifications } from '../../../wire/notification.ts';
import { route } from '../../route.ts';

export const history = route({
  method: 'GET',
  path: '/v1/notifications',
  name: 'listNotifications',
  summary: 'Lists what was said and what became of it, newest first. Looking changes nothing.',
  query: historyQuery,
  answer: wireNotifications,
  handle({ engine, notifier, query }) {
    const { session_key: session, open, process, limit } = query;
    const found = notifier.ledger.history({
      ...(session !== undefined && { session }),
      // The ledger remembers processes that the engine has forgotten.
      ...(process !== undefined && { processId: isProcessId(process) ? process : engine.resolve(process) }),
      ...(open && { isOpen: true }),
      ...(limit !== undefined && { limit }),
    });
    return { body: { notifications: found.map(toWireNotification) } };
  },
});
