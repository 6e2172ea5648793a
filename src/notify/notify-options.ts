import { RingbackError } from '../base/errors.ts';
import type { ExtensionHost } from '../engine/extension.ts';
import { isEnded } from '../engine/life.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import type { NotifyContext } from './context.ts';
import type { Watchers } from './watchers.ts';

/** What is absent stays as it is. */
export type NotifyOptions = {
  readonly notifyOnComplete?: boolean;
  readonly watchPatterns?: readonly string[];
};

/**
 * The first layer against spam: who hears of the end is not told of matches on the way. Both wished for: the
 * completion wins.
 */
export function excludeWatch(notifyOnComplete: boolean, watchPatterns: readonly string[]): readonly string[] {
  return notifyOnComplete ? [] : watchPatterns;
}

/** A new watch looks at what is printed from now on. */
export async function changeNotifyOptions(
  { host, watches }: NotifyContext,
  watchers: Watchers,
  id: string,
  change: NotifyOptions,
): Promise<ProcessSnapshot> {
  const before = getRunning(host, id);
  if (before.delegation !== '')
    throw new RingbackError(
      'bad_request',
      `${id} is a delegate: its result is told with its delegation, and nothing else.`,
    );
  // None at all ends the watching.
  const isNewWatch = change.watchPatterns !== undefined && change.watchPatterns.length > 0;
  if (isNewWatch) watchers.check(change.watchPatterns ?? []);
  // For good: silently accepted, nothing would be told any more, not even the end.
  if (isNewWatch && watches.get(id)?.policy.phase === 'disabled')
    throw new RingbackError(
      'bad_request',
      `${id} is no longer watched: its patterns matched too often.`,
      'Its end will be reported; see its log for what it printed.',
    );
  await watchers.stop(id);
  getRunning(host, id);
  const notifyOnComplete = change.notifyOnComplete ?? (isNewWatch ? false : before.notifyOnComplete);
  const wished = change.watchPatterns ?? before.watchPatterns;
  const watchPatterns = excludeWatch(notifyOnComplete, wished);
  host.store.transaction(() => {
    host.setNotifyOptions(id, { notifyOnComplete, watchPatterns });
    if (change.watchPatterns && watchPatterns.length > 0)
      watches.begin(id, watchPatterns, watchers.fromNow(id));
  });
  const process = host.get(id);
  watchers.begin(process);
  return process;
}

function getRunning(host: ExtensionHost, id: string): ProcessSnapshot {
  const process = host.get(id);
  if (!isEnded(process.life)) return process;
  throw new RingbackError(
    'already_exited',
    `${id} has ended: there is nothing more to report.`,
    'See its log.',
  );
}
