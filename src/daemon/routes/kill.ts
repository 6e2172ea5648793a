import { isEnded } from '../../engine/life.ts';
import { toWireKill } from '../../engine/wire-answers.ts';
import { killRequest, wireKill } from '../../wire/kill.ts';
import { answerOnce } from '../answer-once.ts';
import { route } from '../route.ts';
import { showing } from '../shown.ts';

export const kill = route({
  method: 'POST',
  path: '/v1/processes/:id/kill',
  name: 'killProcess',
  summary: 'Ends a process with all its descendants.',
  body: killRequest,
  answer: wireKill,
  errors: ['detached', 'gone'],
  handle(call) {
    const { engine, id } = call;
    const { grace, session_key: session, raw } = call.body;
    return answerOnce({ ...call, session }, async () => {
      const result = await engine.kill(id, grace === undefined ? {} : { graceMs: grace * 1000 });
      return {
        body: toWireKill(showing(call, raw).kill(result)),
        // One that outlived it will still have an end to tell of.
        act: isEnded(result.process.life) ? 'kill_by_session' : 'nothing',
      };
    });
  },
});
