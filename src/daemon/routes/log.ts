import { reachesEnd } from '../../engine/log.ts';
import { toWireLog } from '../../engine/wire-answers.ts';
import { logQuery, wireLog } from '../../wire/output.ts';
import { answerOnce } from '../answer-once.ts';
import { route } from '../route.ts';
import { showing } from '../shown.ts';

export const log = route({
  method: 'GET',
  path: '/v1/processes/:id/log',
  name: 'readLog',
  summary: 'Shows lines of the output: the last ones, or those that are asked for.',
  query: logQuery,
  answer: wireLog,
  handle(call) {
    const { engine, id } = call;
    const { session_key: session, raw, ...request } = call.query;
    return answerOnce({ ...call, session }, async () => {
      const result = await showing(call, raw).log(id, request);
      return { body: toWireLog(result), act: reachesEnd(result, engine.end(id)) ? 'log_to_end' : 'nothing' };
    });
  },
});
