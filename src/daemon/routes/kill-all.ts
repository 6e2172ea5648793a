import * as z from 'zod/mini';
import { toWireKill } from '../../wire/answers.ts';
import { duration, text } from '../parameters.ts';
import { ok, route } from '../route.ts';

export const killAll = route({
  method: 'POST',
  path: '/v1/processes/kill',
  body: z.strictObject({
    task: z.exactOptional(text),
    session_key: z.exactOptional(text),
    grace: z.exactOptional(duration),
  }),
  async answer({ engine, body }) {
    const { task, session_key: session, grace } = body;
    const { killed, results } = await engine.killAll({
      ...(task !== undefined && { task }),
      ...(session !== undefined && { session }),
      ...(grace !== undefined && { graceMs: grace * 1000 }),
    });
    return ok({ status: 'ok', killed, processes: results.map(toWireKill) });
  },
});
