import { wireDone } from '../../wire/daemon.ts';
import { route } from '../route.ts';

export const close = route({
  method: 'POST',
  path: '/v1/processes/:id/close',
  name: 'closeInput',
  summary: 'Ends the input of a process.',
  answer: wireDone,
  errors: ['already_exited', 'no_stdin', 'stdin_closed', 'detached', 'gone'],
  async handle({ engine, id }) {
    await engine.closeInput(id);
    return { body: { status: 'ok', message: 'The input of the process has ended.' } };
  },
});
