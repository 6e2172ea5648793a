import { holdEnd } from '../notify/hold-end.ts';
import { type Act, isConsuming } from '../notify/policy/consumption.ts';
import type { Outcome, ToolContext } from './context.ts';

type Shown = Pick<Outcome, 'result' | 'promised'> & {
  /** What the result shows of the process's end. */
  readonly act: Act;
};

/**
 * An end that a result shows counts as reported once the result was really sent; until then nothing else reports it. If
 * the connection breaks before, the notification is sent after all (promise 14).
 */
export async function reportOnce(
  { engine, notifier, caller }: ToolContext,
  id: string,
  work: () => Promise<Shown>,
): Promise<Outcome> {
  const release = holdEnd(engine, notifier, id);
  try {
    const { act, ...shown } = await work();
    const isLeft = caller.acknowledges === true && isConsuming(act);
    return {
      ...shown,
      ...(isLeft && { shows: id }),
      settled(wasSent) {
        try {
          if (wasSent && !caller.is_unseen && !isLeft) notifier.noteAct(id, caller.session_key, act);
        } finally {
          release();
        }
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
