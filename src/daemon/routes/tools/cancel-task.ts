import { ok, route } from '../../route.ts';

/** Ends the tree; nobody is rung. */
export const cancelTask = route({
  method: 'POST',
  path: '/v1/tasks/:id/cancel',
  async answer({ tools, id }) {
    return ok(await tools.cancelTask(id));
  },
});
