import { defined } from '../../base/defined.ts';
import { RingbackError } from '../../base/errors.ts';
import { toWireProcess } from '../../engine/wire-process.ts';
import { ignoredPatterns } from '../../tools/watch-patterns.ts';
import { notifyRequest, wireWishes } from '../../wire/start.ts';
import { route } from '../route.ts';
import { watchHit } from '../watch-hit.ts';

export const notify = route({
  method: 'POST',
  path: '/v1/processes/:id/notify',
  name: 'changeWishes',
  summary: 'Changes what a running process reports. A new watch looks at what is printed from now on.',
  body: notifyRequest,
  answer: wireWishes,
  errors: ['already_exited'],
  async handle({ notifier, tools, id, body }) {
    const { notify_on_complete: notifyOnComplete, watch_patterns: watchPatterns } = body;
    if (notifyOnComplete === undefined && watchPatterns === undefined)
      throw new RingbackError('bad_request', 'Give "notify_on_complete" or "watch_patterns".');
    const process = await notifier.changeNotifyOptions(id, defined({ notifyOnComplete, watchPatterns }));
    return {
      body: {
        ...toWireProcess(tools.views.process(process), Date.now()),
        ...watchHit(notifier, id),
        ...ignoredPatterns(body),
      },
    };
  },
});
