import * as z from 'zod/mini';
import { RingbackError } from '../../base/errors.ts';
import { toWireProcess } from '../../engine/wire-process.ts';
import { ignoredPatterns } from '../../tools/wishes.ts';
import { filledText } from '../parameters.ts';
import { ok, route } from '../route.ts';
import { watchHit } from '../watch-hit.ts';

/** Changes what a running process reports. A new watch looks at what is printed from now on. */
export const notify = route({
  method: 'POST',
  path: '/v1/processes/:id/notify',
  body: z.strictObject({
    notify_on_complete: z.exactOptional(z.boolean()),
    watch_patterns: z.exactOptional(z.array(filledText)),
  }),
  async answer({ notifier, tools, id, body }) {
    const { notify_on_complete: notifyOnComplete, watch_patterns: watchPatterns } = body;
    if (notifyOnComplete === undefined && watchPatterns === undefined)
      throw new RingbackError('bad_request', 'Give "notify_on_complete" or "watch_patterns".');
    const process = await notifier.changeWishes(id, {
      ...(notifyOnComplete !== undefined && { notifyOnComplete }),
      ...(watchPatterns !== undefined && { watchPatterns }),
    });
    return ok({
      ...toWireProcess(tools.views.process(process), Date.now()),
      ...watchHit(notifier, id),
      ...ignoredPatterns(body),
    });
  },
});
