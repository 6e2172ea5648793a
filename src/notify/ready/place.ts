import type { ReadyPlace } from '../../wire/events.ts';
import type { NotifyContext } from '../context.ts';

/** Where it could be reached when it was ready; nothing where its notification is long forgotten. */
export function readyPlace({ ledger }: NotifyContext, processId: string): ReadyPlace {
  const told = ledger.history({ processId }).find(({ type }) => type === 'ready')?.event;
  if (told?.type !== 'ready' || !('by' in told)) return {};
  const { address, pid, url, ports } = told;
  return {
    ...(address !== undefined && { address }),
    ...(pid !== undefined && { pid }),
    ...(url !== undefined && { url }),
    ...(ports && { ports }),
  };
}
