import { isEnded } from '../../engine/life.ts';
import { toWirePoll } from '../../engine/wire-answers.ts';
import { pollQuery, wirePoll } from '../../wire/process.ts';
import { answerOnce } from '../answer-once.ts';
import { route } from '../route.ts';
import { showing } from '../shown.ts';
import { watchHit } from '../watch-hit.ts';

export const poll = route({
  method: 'GET',
  path: '/v1/processes/:id/poll',
  name: 'pollProcess',
  summary: 'Tells how a process does and what it printed last, or since a cursor.',
  details: 'Asked by the session of the process, an end that is shown here is not told again.',
  query: pollQuery,
  answer: wirePoll,
  handle(call) {
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
