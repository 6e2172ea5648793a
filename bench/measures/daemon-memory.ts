import { setTimeout as sleep } from 'node:timers/promises';
import { withDaemon } from '../daemon.ts';
import type { Finding } from '../measure.ts';
import { residentKb } from '../proc.ts';
import type { Workplace } from '../workplace.ts';

const SETTLE_MS = 3_000;

/** VmRSS of the daemon that started 500 processes which then say nothing. */
export function measureDaemonMemory(workplace: Workplace): Promise<Finding[]> {
  const count = workplace.isQuick ? 100 : 500;
  return withDaemon(workplace, async (daemon) => {
    const before = residentKb(daemon.pid);
    await daemon.startMany('exec sleep 300', count);
    await sleep(SETTLE_MS);
    const { running } = await daemon.client.health();
    if (running !== count) throw new Error(`${running} of ${count} run`);
    return [
      {
        what: `daemon memory with ${count} quiet running processes`,
        value: residentKb(daemon.pid) / 1024,
        unit: 'MB',
        atMost: 90,
        how: `VmRSS ${SETTLE_MS / 1000} s after the last start; ${(before / 1024).toFixed(0)} MB before the first`,
      },
    ];
  });
}
