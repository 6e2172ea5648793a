import { describeKinds } from '../../../ringers/describe.ts';
import { ok, route } from '../../route.ts';

export const listRingerKinds = route({
  method: 'GET',
  path: '/v1/ringers/kinds',
  async answer() {
    return ok({ kinds: await describeKinds() });
  },
});
