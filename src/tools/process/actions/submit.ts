import type { ProcessAction } from '../action.ts';
import { refuseEnded } from '../refuse-ended.ts';
import { ticketOf } from '../ticket.ts';

/** Writes the text and Enter; without a text, Enter. */
export const submit: ProcessAction = async (context, id, { data = '' }) => {
  refuseEnded(context, id, 'input');
  const { bytesWritten } = await context.engine.submit(id, data, ticketOf(context));
  return { result: { status: 'ok', bytes_written: bytesWritten } };
};
