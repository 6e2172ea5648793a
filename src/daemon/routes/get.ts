import { toWireProcess } from '../../wire/process.ts';
import { ok, route } from '../route.ts';

export const get = route({
  method: 'GET',
  path: '/v1/processes/:id',
  answer: ({ engine, id }) => ok(toWireProcess(engine.get(id), Date.now())),
});
