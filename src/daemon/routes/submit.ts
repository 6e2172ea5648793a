import { submitRequest, wireWritten } from '../../wire/write.ts';
import { route } from '../route.ts';
import { toTicket } from '../ticket.ts';

export const submit = route({
  method: 'POST',
  path: '/v1/processes/:id/submit',
  name: 'submitInput',
  summary: 'Types a line of text and Enter.',
  body: submitRequest,
  answer: wireWritten,
  errors: ['already_exited', 'no_stdin', 'stdin_closed', 'stdin_full', 'detached', 'gone'],
  async handle({ engine, id, body }) {
    const { bytesWritten } = await engine.submit(id, body.data, toTicket(body));
    return { body: { status: 'ok', bytes_written: bytesWritten } };
  },
});
