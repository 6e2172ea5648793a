import { toWireProcess } from '../../engine/wire-process.ts';
import { getQuery, wireProcess } from '../../wire/process.ts';
import { route } from '../route.ts';
import { watchHit } from '../watch-hit.ts';

export const get = route({
  method: 'GET',
  path: '/v1/processes/:id',
  name: 'getProcess',
  summary: 'Tells what a process is and how it does.',
  query: getQuery,
  answer: wireProcess,
  handle({ engine, notifier, tools, id, query }) {
    const process = query.raw ? engine.get(id) : tools.views.process(engine.get(id));
    return { body: { ...toWireProcess(process, Date.now()), ...watchHit(notifier, id) } };
  },
});
