import { notificationIds } from '../../parameters.ts';
import { ok, route } from '../../route.ts';

/** A person does not want them to be told. */
export const dismiss = route({
  method: 'POST',
  path: '/v1/notifications/dismiss',
  body: notificationIds,
  answer: ({ notifier, body }) => ok({ status: 'ok', dismissed: notifier.dismiss(body.ids) }),
});
