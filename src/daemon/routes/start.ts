import { LOCAL } from '../../base/environment-name.ts';
import { RingbackError } from '../../base/errors.ts';
import { fromWire } from '../../engine/start-fields.ts';
import { toWireStarted } from '../../engine/wire-answers.ts';
import { excludeWatch } from '../../notify/notify-options.ts';
import { checkPatterns, ignoredPatterns } from '../../tools/watch-patterns.ts';
import { startRequest, wireStarted } from '../../wire/start.ts';
import { route } from '../route.ts';
import { showing } from '../shown.ts';

export const start = route({
  method: 'POST',
  path: '/v1/processes',
  name: 'startProcess',
  summary: 'Starts a command in the background.',
  details:
    'With an `id` of your own the call may be repeated: the same id never starts a second process, for 7 days after the process was forgotten.',
  body: startRequest,
  status: 201,
  answer: wireStarted,
  errors: ['no_folder', 'no_program', 'no_environment', 'unreachable', 'no_keeper', 'gone', 'already_ran'],
  async handle(call) {
    const { engine, body } = call;
    checkPatterns(body);
    const { cols, rows, raw, ...asked } = body;
    const { environment = LOCAL, workdir = '', notify_on, watch_patterns = [] } = asked;
    const { notify_on_complete: notifyOnComplete = notify_on !== undefined } = asked;
    if (workdir === '' && environment === LOCAL)
      throw new RingbackError('bad_request', '"workdir" is missing.');
    const started = await engine.start({
      cwd: workdir,
      ...fromWire(asked),
      ...(cols !== undefined && rows !== undefined && { size: { cols, rows } }),
      notifyOnComplete,
      watchPatterns: excludeWatch(notifyOnComplete, watch_patterns),
    });
    const process = showing(call, raw).process(started);
    return { body: { ...toWireStarted(process, Date.now()), ...ignoredPatterns(body) } };
  },
});
