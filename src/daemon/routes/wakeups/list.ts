import { wakeUpQuery, wireWakeUps } from '../../../wire/wake.ts';
import { route } from '../../route.ts';

export const listWakeUps = route({
  method: 'GET',
  path: '/v1/wakeups',
  name: 'listWakeUps',
  summary: 'Lists wake-ups, the next one first.',
  query: wakeUpQuery,
  answer: wireWakeUps,
  handle: ({ wakeUps, query: { session_key: session, all } }) => ({
    body: {
      wakeups: wakeUps.list({
        ...(session !== undefined && { session }),
        ...(all && { includeSettled: true }),
      }),
    },
  }),
});
