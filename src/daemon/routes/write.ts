import * as z from 'zod/mini';
import { RingbackError } from '../../base/errors.ts';
import { ok, route } from '../route.ts';
import { ticketShape, toTicket } from '../ticket.ts';

const isBase64 = (value: string) => /^[A-Za-z0-9+/]*={0,2}$/.test(value) && value.length % 4 === 0;

/** Raw input: `data` is text, `base64` is any bytes. */
export const write = route({
  method: 'POST',
  path: '/v1/processes/:id/write',
  body: z.strictObject({
    data: z.exactOptional(z.string()),
    base64: z.exactOptional(z.string().check(z.refine(isBase64, 'must be base64'))),
    ...ticketShape,
  }),
  async answer({ engine, id, body }) {
    const { bytesWritten } = await engine.write(id, toBytes(body), toTicket(body));
    return ok({ status: 'ok', bytes_written: bytesWritten });
  },
});

function toBytes({ data, base64 }: { data?: string; base64?: string }): Buffer {
  if (data !== undefined && base64 === undefined) return Buffer.from(data.toWellFormed());
  if (base64 !== undefined && data === undefined) return Buffer.from(base64, 'base64');
  throw new RingbackError('bad_request', 'Give either "data" or "base64".');
}
