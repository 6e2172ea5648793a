import { ok, route } from '../../route.ts';

export const listEnvironments = route({
  method: 'GET',
  path: '/v1/environments',
  async answer({ engine }) {
    return ok({ environments: await engine.environments.list() });
  },
});
