import * as z from 'zod/mini';
import { toWireKill } from '../../engine/wire-answers.ts';
import { duration, text } from '../parameters.ts';
import { ok, route } from '../route.ts';
import { showing } from '../shown.ts';

export const killAll = route({
  method: 'POST',
  path: '/v1/processes/kill',
  body: z.strictObject({
    task: z.exactOptional(text),
    session_key: z.exactOptional(text),
    grace: z.exactOptional(duration),
    raw: z.exactOptional(z.boolean()),
  }),
  async answer(call) {
    const { engine, body } = call;
    const { task, session_key: session, grace, raw } = body;
    const { killed, results } = await engine.killAll({
      ...(task !== undefined && { task }),
      ...(session !== undefined && { session }),
      ...(grace !== undefined && { graceMs: grace * 1000 }),
    });
    const shown = showing(call, raw);
    return ok({ status: 'ok', killed, processes: results.map((one) => toWireKill(shown.kill(one))) });
  },
});
