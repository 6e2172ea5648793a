import {
  interruptDelegationRequest,
  interruptDelegationsRequest,
  wireInterrupted,
} from '../../../wire/delegation.ts';
import { route } from '../../route.ts';

const DETAILS =
  'They stop and say what there is, which is told as ever; who has not after a few seconds is ended. What they have started is ended too.';

export const interruptDelegation = route({
  method: 'POST',
  path: '/v1/delegations/:name/interrupt',
  name: 'interruptDelegation',
  summary: 'Interrupts the delegates of a delegation, or one of them.',
  details: DETAILS,
  body: interruptDelegationRequest,
  answer: wireInterrupted,
  errors: ['not_found', 'ambiguous'],
  handle: ({ delegations, id, body }) => ({ body: delegations.interrupt(id, body) }),
});

export const interruptDelegations = route({
  method: 'POST',
  path: '/v1/delegations/interrupt',
  name: 'interruptDelegations',
  summary: 'Interrupts all delegates, or those of a session.',
  details: DETAILS,
  body: interruptDelegationsRequest,
  answer: wireInterrupted,
  handle: ({ delegations, body }) => ({ body: delegations.interruptAll(body) }),
});
