import { wireTask } from '../../../wire/tool.ts';
import { route } from '../../route.ts';

export const cancelTask = route({
  method: 'POST',
  path: '/v1/tasks/:id/cancel',
  name: 'cancelTask',
  summary: 'Ends the process of a task with all its descendants; nobody is told.',
  answer: wireTask,
  errors: ['detached', 'gone'],
  handle: async ({ tools, id }) => ({ body: await tools.cancelTask(id) }),
});
