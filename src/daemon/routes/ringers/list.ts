import { describeBinding } from '../../../ringers/describe.ts';
import { ok, route } from '../../route.ts';

export const listRingers = route({
  method: 'GET',
  path: '/v1/ringers',
  async answer({ switchboard, notifier }) {
    const rings = switchboard.rings();
    const bindings = switchboard.bindings();
    return ok({ ringers: await Promise.all(bindings.map((one) => describeBinding(one, notifier, rings))) });
  },
});
