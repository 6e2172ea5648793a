import { wireAssignment } from '../../../wire/delegation.ts';
import { route } from '../../route.ts';

export const getAssignment = route({
  method: 'GET',
  path: '/v1/delegates/:name',
  name: 'getAssignment',
  summary: 'Tells a delegate what it has to do.',
  details:
    'For the program that carries out a task: it asks under the id that its variable RINGBACK_DELEGATE holds.',
  answer: wireAssignment,
  errors: ['not_found'],
  handle: ({ delegations, id }) => ({ body: delegations.assignment(id) }),
});
