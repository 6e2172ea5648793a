import { withinMs } from '../base/within-ms.ts';
import type { KeeperStatus } from '../keeper/status.ts';
import type { Context } from './context.ts';
import { toSnapshot } from './row.ts';
import type { ProcessSnapshot } from './types.ts';

/** A list must not wait for one keeper that is stopped, or out of reach: that process is then listed without its usage. */
const LIST_WAITS_MS = 250;

/** The same processes as they are now, with what those that run use, where their keepers answer soon. All are asked at once. */
export function withUsage(
  context: Context,
  processes: readonly ProcessSnapshot[],
): Promise<ProcessSnapshot[]> {
  return Promise.all(
    processes.map(async (process) => {
      if (process.life.state !== 'running') return process;
      const status = await askStatus(context, process.id, LIST_WAITS_MS);
      const row = context.rows.get(process.id);
      return addUsage(row ? toSnapshot(row) : process, status);
    }),
  );
}

/** Of one that has ended only its exit counts. */
export function addUsage(process: ProcessSnapshot, status: KeeperStatus | undefined): ProcessSnapshot {
  return process.life.state === 'running' && status?.usage ? { ...process, usage: status.usage } : process;
}

/** Undefined when there is no keeper, or it does not answer in time: one that is stopped is alive, but says nothing. */
export async function askStatus(context: Context, id: string, ms: number): Promise<KeeperStatus | undefined> {
  const answer = context.live.get(id)?.keeper?.then((keeper) => keeper.status());
  return (
    answer &&
    withinMs(
      ms,
      answer.catch(() => undefined),
    )
  );
}
