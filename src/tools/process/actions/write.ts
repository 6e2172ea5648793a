import { RingbackError } from '../../../base/errors.ts';
import type { ProcessAction } from '../action.ts';
import { refuseEnded } from '../refuse-ended.ts';
import { ticketOf } from '../ticket.ts';

/** Writes the text as it is, without a newline. */
export const write: ProcessAction = async (context, id, { data }) => {
  refuseEnded(context, id, 'input');
  if (data === undefined) throw new RingbackError('bad_request', 'data is required for write');
  const { bytesWritten } = await context.engine.write(id, Buffer.from(data), ticketOf(context));
  const all = Buffer.byteLength(data);
  return {
    result: {
      status: 'ok',
      bytes_written: bytesWritten,
      ...(bytesWritten < all && {
        note: `Its input buffer is full: ${all - bytesWritten} of ${all} bytes were not written. Write them again later.`,
      }),
    },
  };
};
