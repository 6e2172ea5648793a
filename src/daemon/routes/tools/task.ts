import { wireTask } from '../../../wire/tool.ts';
import { route } from '../../route.ts';

export const task = route({
  method: 'GET',
  path: '/v1/tasks/:id',
  name: 'getTask',
  summary: 'Tells how a task stands. A completed one counts as told once it was sent.',
  answer: wireTask,
  handle({ tools, id }) {
    const { task: body, settled } = tools.getTask(id);
    return { body, settled };
  },
});
