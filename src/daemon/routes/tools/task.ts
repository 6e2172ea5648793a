import { route } from '../../route.ts';

/** A completed one counts as told once it was really sent. */
export const task = route({
  method: 'GET',
  path: '/v1/tasks/:id',
  answer({ tools, id }) {
    const { task: body, settled } = tools.getTask(id);
    return { status: 200, body, settled };
  },
});
