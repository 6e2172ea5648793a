import * as z from 'zod/mini';
import { toWireProcess } from '../../engine/wire-process.ts';
import { flagText } from '../parameters.ts';
import { ok, route } from '../route.ts';
import { watchHit } from '../watch-hit.ts';

export const get = route({
  method: 'GET',
  path: '/v1/processes/:id',
  query: z.strictObject({ raw: z.exactOptional(flagText) }),
  answer({ engine, notifier, tools, id, query }) {
    const process = query.raw ? engine.get(id) : tools.views.process(engine.get(id));
    return ok({ ...toWireProcess(process, Date.now()), ...watchHit(notifier, id) });
  },
});
