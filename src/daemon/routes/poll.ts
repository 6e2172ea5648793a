import * as z from 'zod/mini';
import { toWirePoll } from '../../wire/answers.ts';
import { ok, route } from '../route.ts';

export const poll = route({
  method: 'GET',
  path: '/v1/processes/:id/poll',
  query: z.strictObject({ cursor: z.exactOptional(z.string()) }),
  answer: async ({ engine, id, query }) => ok(toWirePoll(await engine.poll(id, query), Date.now())),
});
