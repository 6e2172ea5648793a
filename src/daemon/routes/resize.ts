import { wireDone } from '../../wire/daemon.ts';
import { resizeRequest } from '../../wire/terminal.ts';
import { route } from '../route.ts';

export const resize = route({
  method: 'POST',
  path: '/v1/processes/:id/resize',
  name: 'resizeTerminal',
  summary: 'Gives the terminal of a process another size.',
  body: resizeRequest,
  answer: wireDone,
  errors: ['already_exited', 'no_terminal', 'detached', 'gone'],
  async handle({ engine, id, body }) {
    await engine.resize(id, body);
    const message = `The terminal now has ${body.cols} columns and ${body.rows} rows.`;
    return { body: { status: 'ok', message } };
  },
});
