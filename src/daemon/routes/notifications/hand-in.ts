import * as z from 'zod/mini';
import { RingbackError } from '../../../base/errors.ts';
import { toWireNotification } from '../../../notify/wire-notification.ts';
import { parseEvent } from '../../events.ts';
import { filledText, text } from '../../parameters.ts';
import { route } from '../../route.ts';

/** An event of a program's own. The same `id` (of a delegation: its `delegation_id`) twice is told once. */
export const handIn = route({
  method: 'POST',
  path: '/v1/notifications',
  body: z.strictObject({ session_key: text, event: z.unknown(), id: z.exactOptional(filledText) }),
  answer({ notifier, body: { session_key, event: given, id } }) {
    const event = parseEvent(given);
    if (event.session_key !== undefined && event.session_key !== session_key)
      throw new RingbackError('bad_request', '"session_key" of the event names another session.');
    const notification = notifier.notify(session_key, { ...event, session_key }, id);
    return { status: 201, body: toWireNotification(notification) };
  },
});
