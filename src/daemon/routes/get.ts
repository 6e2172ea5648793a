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
  async handle({ engine, notifier, tools, id, query }) {
    const [process = engine.get(id)] = await engine.withUsage([engine.get(id)]);
    const shown = query.raw ? process : tools.views.process(process);
    return { body: { ...toWireProcess(shown, Date.now()), ...watchHit(notifier, id) } };
  },
});
