import { describeKinds } from '../../../ringers/describe.ts';
import { wireRingerKinds } from '../../../wire/ringer.ts';
import { route } from '../../route.ts';

export const listRingerKinds = route({
  method: 'GET',
  path: '/v1/ringers/kinds',
  name: 'listRingerKinds',
  summary: 'Lists the kinds of ringers, each with the JSON Schema of its settings.',
  answer: wireRingerKinds,
  handle: async () => ({ body: { kinds: await describeKinds() } }),
});
