import * as z from 'zod/mini';
import { toWireLog } from '../../wire/answers.ts';
import { numberText } from '../parameters.ts';
import { ok, route } from '../route.ts';

export const log = route({
  method: 'GET',
  path: '/v1/processes/:id/log',
  query: z.strictObject({
    offset: z.exactOptional(numberText),
    limit: z.exactOptional(numberText),
    cursor: z.exactOptional(z.string()),
    /** Milliseconds since 1970. */
    since: z.exactOptional(numberText),
  }),
  answer: async ({ engine, id, query }) => ok(toWireLog(await engine.log(id, query))),
});
