import * as z from 'zod/mini';
import { isEnded } from '../../engine/life.ts';
import { toWirePoll } from '../../engine/wire-answers.ts';
import { answerOnce } from '../answer-once.ts';
import { flagText, text } from '../parameters.ts';
import { route } from '../route.ts';
import { showing } from '../shown.ts';
import { watchHit } from '../watch-hit.ts';

export const poll = route({
  method: 'GET',
  path: '/v1/processes/:id/poll',
  query: z.strictObject({
    cursor: z.exactOptional(z.string()),
    session_key: z.exactOptional(text),
    raw: z.exactOptional(flagText),
  }),
  answer(call) {
    const { notifier, id } = call;
    const { session_key: session, raw, ...options } = call.query;
    return answerOnce({ ...call, session }, async () => {
      const result = await showing(call, raw).poll(id, options);
      return {
        body: { ...toWirePoll(result, Date.now()), ...watchHit(notifier, id) },
        act: isEnded(result.process.life) ? 'poll_saw_end' : 'nothing',
      };
    });
  },
});
