import { failpoint } from '../base/failpoint.ts';
import { untilStored } from '../base/until-stored.ts';
import type { KeeperStatus } from '../keeper/status.ts';
import { type Context, getSnapshot } from './context.ts';
import type { Notice } from './extension.ts';
import type { LiveProcess } from './live-process.ts';

/** Has it written down; only then is its keeper told that it was heard (promise 19). */
export function takeNotice(context: Context, live: LiveProcess, notice: Notice): void {
  const { extension, store, closing } = context;
  // Nobody writes it down here: the keeper tells the next engine.
  if (!extension.noticed) return;
  void untilStored(
    () => closing.aborted || context.live.get(live.id) !== live || isOver(live, notice),
    () => {
      failpoint('notice:before-write');
      store.transaction(() => extension.noticed?.(getSnapshot(context, live.id), notice));
      failpoint('notice:before-heard');
      confirm(live, notice);
    },
  );
}

/** What was over while nobody was connected is not said: the answer to SUBSCRIBE shows it. */
export function noteMissed(context: Context, live: LiveProcess, { prompt, offset }: KeeperStatus): void {
  if (!prompt && !live.prompt) takeNotice(context, live, { type: 'passed' });
  takeNotice(context, live, { type: 'resumed', offset });
}

/** On a full disk it may be written much later. */
function isOver(live: LiveProcess, notice: Notice): boolean {
  if (notice.type === 'waits') return live.prompt !== notice.prompt;
  return notice.type === 'quiet' && live.silence !== notice.silence;
}

function confirm(live: LiveProcess, notice: Notice): void {
  live.keeper
    ?.then((keeper) => {
      if (notice.type === 'waits') keeper.heard(notice.prompt);
      if (notice.type === 'quiet') keeper.heardSilence(notice.silence);
    })
    .catch(() => {});
}
