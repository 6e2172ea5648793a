import { LOCAL } from '../../base/environment-name.ts';
import { RingbackError } from '../../base/errors.ts';
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
    const {
      environment = LOCAL,
      workdir,
      cols,
      rows,
      max_runtime,
      quiet_after,
      session_key,
      notify_on,
      notify_on_complete = notify_on !== undefined,
      watch_patterns = [],
      log_limit,
      raw,
      ...same
    } = body;
    if (workdir === undefined && environment === LOCAL)
      throw new RingbackError('bad_request', '"workdir" is missing.');
    const started = await engine.start({
      ...same,
      environment,
      cwd: workdir ?? '',
      ...(cols !== undefined && rows !== undefined && { size: { cols, rows } }),
      ...(max_runtime !== undefined && { maxRuntimeSeconds: max_runtime }),
      ...(quiet_after !== undefined && { quietAfter: quiet_after }),
      ...(session_key !== undefined && { session: session_key }),
      notifyOnComplete: notify_on_complete,
      ...(notify_on !== undefined && { notifyOn: notify_on }),
      watchPatterns: excludeWatch(notify_on_complete, watch_patterns),
      ...(log_limit !== undefined && { logLimitBytes: log_limit }),
    });
    const process = showing(call, raw).process(started);
    return { body: { ...toWireStarted(process, Date.now()), ...ignoredPatterns(body) } };
  },
});
