import * as z from 'zod/mini';
import { ok, route } from '../route.ts';
import { ticketShape, toTicket } from '../ticket.ts';

/** A line of text and Enter. */
export const submit = route({
  method: 'POST',
  path: '/v1/processes/:id/submit',
  body: z.strictObject({ data: z.string(), ...ticketShape }),
  async answer({ engine, id, body }) {
    const { bytesWritten } = await engine.submit(id, body.data, toTicket(body));
    return ok({ status: 'ok', bytes_written: bytesWritten });
  },
});
