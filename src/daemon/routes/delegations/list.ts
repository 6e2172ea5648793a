import { delegationsQuery, wireDelegations } from '../../../wire/delegation.ts';
import { route } from '../../route.ts';

export const listDelegations = route({
  method: 'GET',
  path: '/v1/delegations',
  name: 'listDelegations',
  summary: 'Lists delegations, the last one first.',
  query: delegationsQuery,
  answer: wireDelegations,
  handle: ({ delegations, query }) => ({ body: { delegations: delegations.list(query) } }),
});
