import { notificationIds, wireDismissed } from '../../../wire/notification.ts';
import { route } from '../../route.ts';

export const dismiss = route({
  method: 'POST',
  path: '/v1/notifications/dismiss',
  name: 'dismissNotifications',
  summary: 'Says that notifications shall not be told.',
  body: notificationIds,
  answer: wireDismissed,
  handle: ({ notifier, body }) => ({ body: { status: 'ok', dismissed: notifier.dismiss(body.ids) } }),
});
