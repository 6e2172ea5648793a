import { ok, route } from '../route.ts';

/** Through the socket rather than by a signal: a PID may belong to somebody else by now (promise 4). */
export const stop = route({
  method: 'POST',
  path: '/v1/stop',
  answer({ engine, daemon }) {
    daemon.stop();
    return ok({ status: 'ok', message: `The daemon leaves; ${engine.runningCount} running processes stay.` });
  },
});
