import { promptAnswer, wireAnswered } from '../../../wire/tool.ts';
import { route } from '../../route.ts';

export const answerTask = route({
  method: 'POST',
  path: '/v1/tasks/:id/answer',
  name: 'answerTask',
  summary: 'Answers the prompt at which the process of a task waits; types nothing when it has passed.',
  details: 'The same answer twice is typed once.',
  body: promptAnswer,
  answer: wireAnswered,
  errors: ['no_stdin', 'stdin_full', 'detached', 'gone'],
  handle: async ({ tools, id, body }) => ({ body: { typed: await tools.answerTask(id, body) } }),
});
