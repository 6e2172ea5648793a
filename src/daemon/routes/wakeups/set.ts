import { wakeUpRequest, wireWakeUp } from '../../../wire/wake.ts';
import { route } from '../../route.ts';

export const setWakeUp = route({
  method: 'POST',
  path: '/v1/wakeups',
  name: 'setWakeUp',
  summary: 'Has a session rung at a time, again and again, or when other things have happened.',
  details:
    'It rings once, whatever is killed meanwhile; late ones say so and why. What has happened already, or can no longer happen, rings at once.',
  body: wakeUpRequest,
  status: 201,
  answer: wireWakeUp,
  errors: ['not_found', 'ambiguous'],
  handle: async ({ wakeUps, body }) => ({ body: await wakeUps.set(body) }),
});
