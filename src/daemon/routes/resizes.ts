import { resizesQuery, wireResizes } from '../../wire/terminal.ts';
import { route } from '../route.ts';

export const resizes = route({
  method: 'GET',
  path: '/v1/processes/:id/resizes',
  name: 'listResizes',
  summary: 'Tells the sizes of the terminal over the last bytes of output, for drawing its screen again.',
  query: resizesQuery,
  answer: wireResizes,
  handle({ engine, id, query }) {
    const end = engine.end(id);
    const from = Math.max(0, end - query.last);
    return { body: { end, from, ...engine.resizes(id, { from, to: end }) } };
  },
});
