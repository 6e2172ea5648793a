import { withinMs } from '../base/within-ms.ts';
import type { KeeperStatus } from '../keeper/status.ts';
import type { Context } from './context.ts';
import type { GpuUsage } from './nvidia-smi.ts';
import { toSnapshot } from './row.ts';
import type { ProcessSnapshot } from './types.ts';

/** A list must not wait for one keeper that is stopped, or out of reach: that process is then listed without its usage. */
const LIST_WAITS_MS = 250;

/**
 * The same processes as they are now, with what those that run use, where their keepers answer soon. All are asked at
 * once; what was forgotten meanwhile is left out.
 */
export async function withUsage(
  context: Context,
  processes: readonly ProcessSnapshot[],
): Promise<ProcessSnapshot[]> {
  const asked = processes.map(({ id, life }) =>
    life.state === 'running' ? askStatus(context, id, LIST_WAITS_MS) : undefined,
  );
  const [statuses, gpus] = await Promise.all([Promise.all(asked), askGpus(context, processes)]);
  const known = context.rows.ids();
  return processes.flatMap((process, index) => {
    if (!known.has(process.id)) return [];
    const row = process.life.state === 'running' ? context.rows.get(process.id) : undefined;
    return [addUsage(row ? toSnapshot(row) : process, statuses[index], gpus[index])];
  });
}

/** What its keeper says of one that runs. Of one that has ended only its exit counts. */
export function addUsage(
  process: ProcessSnapshot,
  status: KeeperStatus | undefined,
  gpu?: GpuUsage,
): ProcessSnapshot {
  if (process.life.state !== 'running' || !status) return process;
  const { usage, ports } = status;
  return { ...process, ...(usage && { usage }), ...(ports && { ports }), ...(gpu && { gpu }) };
}

/** For each of them, if it runs on this machine: others are not asked for their graphics processors. */
export async function askGpus(
  context: Context,
  processes: readonly ProcessSnapshot[],
): Promise<(GpuUsage | undefined)[]> {
  const keepers = processes.map(({ environment, life, keeperPid }) =>
    environment === 'local' && life.state === 'running' ? keeperPid : null,
  );
  const used = await context.gpus.usageBelow(new Set(keepers.filter((pid) => pid !== null)), LIST_WAITS_MS);
  return keepers.map((pid) => (pid === null ? undefined : used.get(pid)));
}

/** Undefined when there is no keeper, or it does not answer in time: one that is stopped is alive, but says nothing. */
export async function askStatus(context: Context, id: string, ms: number): Promise<KeeperStatus | undefined> {
  const answer = context.live.get(id)?.keeper?.then((keeper) => keeper.status({ withPorts: true }));
  return (
    answer &&
    withinMs(
      ms,
      answer.catch(() => undefined),
    )
  );
}
