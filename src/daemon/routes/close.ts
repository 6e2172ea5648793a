import { ok, route } from '../route.ts';

export const close = route({
  method: 'POST',
  path: '/v1/processes/:id/close',
  async answer({ engine, id }) {
    await engine.closeInput(id);
    return ok({ status: 'ok', message: 'The input of the process has ended.' });
  },
});
