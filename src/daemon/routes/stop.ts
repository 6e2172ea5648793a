import { wireDone } from '../../wire/daemon.ts';
import { route } from '../route.ts';

/** Through the socket rather than by a signal: a PID may belong to somebody else by now (promise 4). */
export const stop = route({
  method: 'POST',
  path: '/v1/stop',
  name: 'stopDaemon',
  summary: 'Stops the daemon. Processes keep running, and the next call of the command line starts it again.',
  answer: wireDone,
  handle({ engine, daemon }) {
    daemon.stop();
    const message = `The daemon stops; ${engine.runningCount} processes keep running.`;
    return { body: { status: 'ok', message } };
  },
});
