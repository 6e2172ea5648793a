import * as z from 'zod/mini';
import { reachesEnd } from '../../engine/log.ts';
import { toWireLog } from '../../engine/wire-answers.ts';
import { answerOnce } from '../answer-once.ts';
import { flagText, numberText, text } from '../parameters.ts';
import { route } from '../route.ts';
import { showing } from '../shown.ts';

export const log = route({
  method: 'GET',
  path: '/v1/processes/:id/log',
  query: z.strictObject({
    offset: z.exactOptional(numberText),
    limit: z.exactOptional(numberText),
    cursor: z.exactOptional(z.string()),
    /** Milliseconds since 1970. */
    since: z.exactOptional(numberText),
    session_key: z.exactOptional(text),
    raw: z.exactOptional(flagText),
  }),
  answer(call) {
    const { engine, id } = call;
    const { session_key: session, raw, ...request } = call.query;
    return answerOnce({ ...call, session }, async () => {
      const result = await showing(call, raw).log(id, request);
      return { body: toWireLog(result), act: reachesEnd(result, engine.end(id)) ? 'log_to_end' : 'nothing' };
    });
  },
});
