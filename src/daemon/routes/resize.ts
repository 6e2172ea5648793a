import * as z from 'zod/mini';
import { wholeNumber } from '../parameters.ts';
import { ok, route } from '../route.ts';

const cells = wholeNumber(1, 10_000);

export const resize = route({
  method: 'POST',
  path: '/v1/processes/:id/resize',
  body: z.strictObject({ cols: cells, rows: cells }),
  async answer({ engine, id, body }) {
    await engine.resize(id, body);
    return ok({ status: 'ok', message: `The terminal now has ${body.cols} columns and ${body.rows} rows.` });
  },
});
