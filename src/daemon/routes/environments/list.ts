import { wireEnvironments } from '../../../wire/environment.ts';
import { route } from '../../route.ts';

export const listEnvironments = route({
  method: 'GET',
  path: '/v1/environments',
  name: 'listEnvironments',
  summary: 'Lists where commands can be run, this machine first. Connects to none of them.',
  answer: wireEnvironments,
  handle: async ({ engine }) => ({ body: { environments: await engine.environments.list() } }),
});
