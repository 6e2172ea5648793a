import { delegationMessageRequest, wireMessaged } from '../../../wire/delegation.ts';
import { route } from '../../route.ts';

export const messageDelegation = route({
  method: 'POST',
  path: '/v1/delegations/:name/message',
  name: 'messageDelegation',
  summary: 'Tells the delegates of a delegation something while they work.',
  body: delegationMessageRequest,
  answer: wireMessaged,
  errors: ['not_found', 'ambiguous', 'already_exited'],
  handle: ({ delegations, id, body }) => ({ body: delegations.message(id, body) }),
});
