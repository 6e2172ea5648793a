import { describeBinding } from '../../../ringers/describe.ts';
import { ok, route } from '../../route.ts';

export const listRingers = route({
  method: 'GET',
  path: '/v1/ringers',
  async answer({ switchboard, notifier }) {
    const bindings = switchboard.bindings();
    const ringers = await Promise.all(bindings.map((one) => describeBinding(one, switchboard, notifier)));
    return ok({ ringers });
  },
});
