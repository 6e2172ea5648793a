import { toWireKill } from '../../engine/wire-answers.ts';
import { killAllRequest, type WireKillAll, wireKillAll } from '../../wire/kill.ts';
import { route } from '../route.ts';
import { showing } from '../shown.ts';

export const killAll = route({
  method: 'POST',
  path: '/v1/processes/kill',
  name: 'killProcesses',
  summary: 'Ends all processes with all their descendants, or those of a session or task.',
  body: killAllRequest,
  answer: wireKillAll,
  errors: ['gone'],
  async handle(call) {
    const { engine, body } = call;
    const { task, session_key: session, grace, raw } = body;
    const { killed, results } = await engine.killAll({
      ...(task !== undefined && { task }),
      ...(session !== undefined && { session }),
      ...(grace !== undefined && { graceMs: grace * 1000 }),
    });
    const shown = showing(call, raw);
    const processes = results.map((one) => toWireKill(shown.kill(one)));
    const all: WireKillAll = { status: 'ok', killed, processes };
    return { body: all };
  },
});
