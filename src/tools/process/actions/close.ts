import type { ProcessAction } from '../action.ts';
import { refuseEnded } from '../refuse-ended.ts';

/** Closes the input; in a terminal, types the end-of-file key. */
export const close: ProcessAction = async (context, id) => {
  const { pty } = refuseEnded(context, id, 'input');
  await context.engine.closeInput(id);
  const message = pty ? 'End of file was sent to its terminal.' : 'Its input is closed.';
  return { result: { status: 'ok', message } };
};
