import * as z from 'zod/mini';
import { toWireWait } from '../../wire/answers.ts';
import { duration } from '../parameters.ts';
import { ok, route } from '../route.ts';

export const wait = route({
  method: 'POST',
  path: '/v1/processes/:id/wait',
  /** Seconds; without it, until the process ends. */
  body: z.strictObject({ timeout: z.exactOptional(duration) }),
  async answer({ engine, id, body, signal }) {
    const timeoutMs = body.timeout === undefined ? {} : { timeoutMs: body.timeout * 1000 };
    return ok(toWireWait(await engine.wait(id, { ...timeoutMs, signal })));
  },
});
