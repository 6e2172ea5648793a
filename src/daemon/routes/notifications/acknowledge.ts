import { notificationIds } from '../../parameters.ts';
import { ok, route } from '../../route.ts';

/** They arrived. To be repeated when in doubt: what is delivered stays delivered. */
export const acknowledge = route({
  method: 'POST',
  path: '/v1/notifications/acknowledge',
  body: notificationIds,
  answer: ({ notifier, body }) => ok({ status: 'ok', acknowledged: notifier.acknowledge(body.ids) }),
});
