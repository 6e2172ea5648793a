import { delegationQuery, wireDelegation } from '../../../wire/delegation.ts';
import { route } from '../../route.ts';

export const getDelegation = route({
  method: 'GET',
  path: '/v1/delegations/:name',
  name: 'getDelegation',
  summary: 'Tells how a delegation stands: every task with its result, or the last line that it printed.',
  details: 'Results can be asked for after they were told, and also when nobody could be told.',
  query: delegationQuery,
  answer: wireDelegation,
  errors: ['not_found', 'ambiguous'],
  handle: ({ delegations, id, query }) => ({ body: delegations.get(id, query.session_key) }),
});
