import { join } from 'node:path';
import { delegatesFolder } from '../base/home.ts';
import { removeFolderAsync } from '../base/remove-folder.ts';
import { type DelegationContext, sessionOf } from './context.ts';

/** What could not be told for long is not told any more; what ended long ago is forgotten, with what its delegates have kept. */
export function forgetOld({ rows, notifier, config, now, host }: DelegationContext): void {
  notifier.giveUp(rows.untoldBefore(now() - config.delegationTellMs), 'delegation_too_old');
  const forgotten = host.store.transaction(() => {
    const names = rows.prune(now() - config.delegationHistoryMs);
    for (const name of names) notifier.forgetSession(sessionOf(name));
    return names;
  });
  for (const name of forgotten) void removeFolderAsync(join(delegatesFolder(host.store.home), name));
}
