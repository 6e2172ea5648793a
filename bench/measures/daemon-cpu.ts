import { setTimeout as sleep } from 'node:timers/promises';
import { withDaemon } from '../daemon.ts';
import type { Finding } from '../measure.ts';
import { cpuMs } from '../proc.ts';
import type { Workplace } from '../workplace.ts';

const RATE = 1_000_000;
const printers = 50;

/** What the daemon costs while much is printed and nobody looks. */
export function measureDaemonCpu(workplace: Workplace): Promise<Finding[]> {
  const seconds = workplace.isQuick ? 4 : 10;
  return withDaemon(workplace, async (daemon) => {
    await daemon.startMany(`exec ${workplace.programs.steady} ${RATE} ${seconds + 20}`, printers);
    await sleep(2_000);
    const before = { cpu: cpuMs(daemon.pid), at: performance.now() };
    await sleep(seconds * 1000);
    const cpu = cpuMs(daemon.pid) - before.cpu;
    const percent = (cpu / (performance.now() - before.at)) * 100;
    const { running } = await daemon.client.health();
    if (running !== printers) throw new Error(`${running} of ${printers} print`);
    return [
      {
        what: `CPU of the daemon while ${printers} processes print 1 MB/s each`,
        value: percent,
        unit: '%',
        atMost: 0.3,
        how: `${cpu.toFixed(1)} ms of a core in ${seconds} s`,
      },
    ];
  });
}
