import { setTimeout as sleep } from 'node:timers/promises';
import { withDaemon } from '../daemon.ts';
import type { Finding } from '../measure.ts';
import { openSockets, residentKb } from '../proc.ts';
import { median } from '../statistics.ts';
import type { Workplace } from '../workplace.ts';

const SETTLE_MS = 1_000;

/** From the spawn of the next daemon until it is ready, which it is once it has reached every keeper. */
export function measureTakeover(workplace: Workplace): Promise<Finding[]> {
  const count = workplace.isQuick ? 100 : 500;
  const rounds = workplace.isQuick ? 3 : 7;
  return withDaemon(workplace, async (first, replace) => {
    await first.startMany('exec sleep 300', count);
    const times: number[] = [];
    const memory: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const daemon = await replace();
      times.push(daemon.readyMs);
      const { running } = await daemon.client.health();
      const connected = openSockets(daemon.pid);
      if (running !== count || connected < count) throw new Error(`only ${running} run, ${connected} answer`);
      await sleep(SETTLE_MS);
      memory.push(residentKb(daemon.pid) / 1024);
    }
    return [
      {
        what: `takeover of ${count} running processes after kill -9 of the daemon`,
        value: median(times),
        unit: 'ms',
        atMost: 400,
        how: `median of ${rounds}, spawn of Node to ready (${times.map((time) => time.toFixed(0)).join(', ')} ms)`,
      },
      {
        what: `daemon memory after such a takeover`,
        value: median(memory),
        unit: 'MB',
        atMost: 90,
        how: `median of ${rounds}, VmRSS ${SETTLE_MS / 1000} s later`,
      },
    ];
  });
}
