import * as z from 'zod/mini';
import { numberText } from '../parameters.ts';
import { ok, route } from '../route.ts';

/** The terminal's sizes over the last `last` bytes of output: what is needed to draw its screen again. */
export const resizes = route({
  method: 'GET',
  path: '/v1/processes/:id/resizes',
  query: z.strictObject({ last: numberText }),
  answer({ engine, id, query }) {
    const end = engine.end(id);
    const from = Math.max(0, end - query.last);
    return ok({ end, from, ...engine.resizes(id, { from, to: end }) });
  },
});
