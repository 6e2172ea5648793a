import { toWireProcess } from '../../wire/process.ts';
import { ok, route } from '../route.ts';
import { watchHit } from '../watch-hit.ts';

export const get = route({
  method: 'GET',
  path: '/v1/processes/:id',
  answer: ({ engine, notifier, id }) =>
    ok({ ...toWireProcess(engine.get(id), Date.now()), ...watchHit(notifier, id) }),
});
