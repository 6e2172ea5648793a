import { describeBinding } from '../../../ringers/describe.ts';
import { wireRingers } from '../../../wire/ringer.ts';
import { route } from '../../route.ts';

export const listRingers = route({
  method: 'GET',
  path: '/v1/ringers',
  name: 'listRingers',
  summary: 'Lists which session is rung how, what is still to be told there, and what was given up.',
  answer: wireRingers,
  async handle({ switchboard, notifier }) {
    const bindings = switchboard.bindings();
    const ringers = await Promise.all(bindings.map((one) => describeBinding(one, switchboard, notifier)));
    return { body: { ringers } };
  },
});
