import * as z from 'zod/mini';
import { toWireKill } from '../../wire/answers.ts';
import { duration } from '../parameters.ts';
import { ok, route } from '../route.ts';

export const kill = route({
  method: 'POST',
  path: '/v1/processes/:id/kill',
  /** Seconds between SIGTERM and SIGKILL; 0: no SIGKILL. */
  body: z.strictObject({ grace: z.exactOptional(duration) }),
  async answer({ engine, id, body }) {
    const graceMs = body.grace === undefined ? {} : { graceMs: body.grace * 1000 };
    return ok(toWireKill(await engine.kill(id, graceMs)));
  },
});
