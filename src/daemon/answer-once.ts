import { holdEnd } from '../notify/hold-end.ts';
import type { Act } from '../notify/policy/consumption.ts';
import type { Reply } from '../transport/route.ts';
import type { RawCall } from './route.ts';

type About = Pick<RawCall, 'engine' | 'notifier'> & {
  readonly id: string;
  /** Who asks; of a caller without a session nothing is noted. */
  readonly session: string | undefined;
};

/** What is answered, and what of the process's end it shows. */
type Shown<Body> = { readonly body: Body; readonly act: Act };

/**
 * Answers a session about a process of its own, so that the same end is not told twice: what the answer shows counts
 * once it was really sent, and meanwhile nothing else tells it. When the connection breaks before, the notification
 * goes out after all (promise 14).
 */
export async function answerOnce<Body>(about: About, work: () => Promise<Shown<Body>>): Promise<Reply<Body>> {
  const { engine, notifier, id, session } = about;
  if (session === undefined || engine.get(id).session !== session) return { body: (await work()).body };
  const release = holdEnd(engine, notifier, id);
  try {
    const { body, act } = await work();
    return {
      body,
      settled(wasSent) {
        try {
          if (wasSent) notifier.noteAct(id, session, act);
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
