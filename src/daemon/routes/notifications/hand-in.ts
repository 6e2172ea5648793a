import * as z from 'zod/mini';
import { RingbackError } from '../../../base/errors.ts';
import { validate } from '../../../base/validate.ts';
import { toWireNotification } from '../../../notify/wire-notification.ts';
import { givenDelegation, givenEvent, givenOther, type WireEvent } from '../../../wire/events.ts';
import { filledText } from '../../../wire/kinds.ts';
import { handInRequest, wireNotification } from '../../../wire/notification.ts';
import { route } from '../../route.ts';

export const handIn = route({
  method: 'POST',
  path: '/v1/notifications',
  name: 'handInEvent',
  summary: 'Hands in an event of your own. The same id, or delegation_id, twice is told once.',
  body: handInRequest,
  laterParts: { event: givenEvent },
  status: 201,
  answer: wireNotification,
  handle({ notifier, body: { session_key, event: given, id } }) {
    const event = parseEvent(given);
    if (event.session_key !== undefined && event.session_key !== session_key)
      throw new RingbackError('bad_request', '"session_key" of the event names another session.');
    return { body: toWireNotification(notifier.notify(session_key, { ...event, session_key }, id)) };
  },
});

const typed = z.looseObject({ type: filledText });

/** A delegation, or a type of its own: the error is about the one that it is. */
function parseEvent(value: unknown): WireEvent {
  const { type } = validate(typed, value, 'the event');
  return type === 'async_delegation'
    ? validate(givenDelegation, value, 'the event')
    : validate(givenOther, value, 'the event');
}
