import { notificationIds, wireAcknowledged } from '../../../wire/notification.ts';
import { route } from '../../route.ts';

export const acknowledge = route({
  method: 'POST',
  path: '/v1/notifications/acknowledge',
  name: 'acknowledgeNotifications',
  summary:
    'Says that notifications arrived. To be repeated when in doubt: what is delivered stays delivered.',
  body: notificationIds,
  answer: wireAcknowledged,
  handle: ({ notifier, body }) => ({
    body: { status: 'ok', acknowledged: notifier.dispatcher.acknowledge(body.ids) },
  }),
});
