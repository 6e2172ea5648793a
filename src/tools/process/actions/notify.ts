import { defined } from '../../../base/defined.ts';
import { RingbackError } from '../../../base/errors.ts';
import { advice, deliveryOf } from '../../delivery.ts';
import { ignoredPatterns } from '../../watch-patterns.ts';
import type { ProcessAction } from '../action.ts';
import { processFields } from '../fields.ts';

/**
 * Changes what a running process reports. Its end may then be the answer of this call, as if asked for at the start.
 */
export const notify: ProcessAction = async (context, id, args) => {
  const { notifier, caller } = context;
  const { notify_on_complete: notifyOnComplete, watch_patterns: watchPatterns } = args;
  if (notifyOnComplete === undefined && watchPatterns === undefined)
    throw new RingbackError('bad_request', 'notify_on_complete or watch_patterns is required for notify');
  const process = await notifier.changeNotifyOptions(id, defined({ notifyOnComplete, watchPatterns }));
  const isTask = notifyOnComplete === true && caller.reach === 'task';
  if (isTask) notifier.results.promise(id, process.session);
  const isReported = process.notifyOnComplete || process.watchPatterns.length > 0;
  const delivery = isReported ? deliveryOf(context, { asTask: isTask }) : 'none';
  return {
    ...(isTask && { promised: process }),
    result: {
      ...processFields(context, process),
      notify_on_complete: process.notifyOnComplete,
      watch_patterns: process.watchPatterns,
      ...ignoredPatterns(args),
      delivery,
      note: isReported ? advice[delivery] : 'Nothing will be reported about it.',
    },
  };
};
