import type { Context } from './context.ts';
import { LiveProcess } from './live-process.ts';
import type { NewRow } from './row.ts';

/** From now on it is one that has not ended. */
export function addLive(context: Context, row: NewRow): LiveProcess {
  const backend = context.backends.of(row.environment);
  const live = new LiveProcess(row.id, backend, row.log_limit, context.events);
  // A keeper wakes nobody for a deadline, a heartbeat or a probe, and none elsewhere can.
  const isProbed = row.ready !== '' && row.ready_at === 0;
  if (row.deadline + row.heartbeat > 0 || isProbed || !context.backends.isLocal(backend))
    live.onFinish = context.reminder.need();
  context.live.set(row.id, live);
  if (row.system !== '') context.system.add(row.id);
  context.budget.add(live.logLimitBytes);
  return live;
}
