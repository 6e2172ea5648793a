import { RingbackError } from '../../base/errors.ts';
import { type WriteRequest, wireWritten, writeRequest } from '../../wire/write.ts';
import { route } from '../route.ts';
import { toTicket } from '../ticket.ts';

export const write = route({
  method: 'POST',
  path: '/v1/processes/:id/write',
  name: 'writeInput',
  summary: 'Types text or bytes into the input of a process, and nothing else.',
  details: 'With `writer` and `seq` the call may be repeated: the same numbers are typed once.',
  body: writeRequest,
  answer: wireWritten,
  errors: ['already_exited', 'no_stdin', 'stdin_closed', 'stdin_full', 'detached', 'gone'],
  async handle({ engine, id, body }) {
    const { bytesWritten } = await engine.write(id, toBytes(body), toTicket(body));
    return { body: { status: 'ok', bytes_written: bytesWritten } };
  },
});

function toBytes({ data, base64 }: WriteRequest): Buffer {
  if (data !== undefined && base64 === undefined) return Buffer.from(data.toWellFormed());
  if (base64 !== undefined && data === undefined) return Buffer.from(base64, 'base64');
  throw new RingbackError('bad_request', 'Give either "data" or "base64".');
}
