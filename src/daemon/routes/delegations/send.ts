import { delegationRequest, wireDispatched } from '../../../wire/delegation.ts';
import { route } from '../../route.ts';

export const sendDelegation = route({
  method: 'POST',
  path: '/v1/delegations',
  name: 'sendDelegation',
  summary: 'Hands a goal, or several tasks at once, to other agents, and returns when these are started.',
  details:
    'Each task is carried out by a process of its own. The session is told once, when the last has come back: an event of type `async_delegation` with the results in order. What cannot be begun for want of room is answered with the status `rejected`. With the same id the call may be repeated: nothing is started twice.',
  body: delegationRequest,
  answer: wireDispatched,
  handle: async ({ delegations, body }) => ({ body: await delegations.dispatch(body) }),
});
