import { cancelWakeUpRequest, wireWakeUp } from '../../../wire/wake.ts';
import { route } from '../../route.ts';

export const cancelWakeUp = route({
  method: 'POST',
  path: '/v1/wakeups/:name/cancel',
  name: 'cancelWakeUp',
  summary: 'Cancels a wake-up. One that has rung, or was cancelled before, stays as it is.',
  body: cancelWakeUpRequest,
  answer: wireWakeUp,
  errors: ['not_found', 'ambiguous'],
  handle: ({ wakeUps, id, body }) => ({
    body: wakeUps.cancel(id, body.session_key, { silently: body.silently ?? false }),
  }),
});
