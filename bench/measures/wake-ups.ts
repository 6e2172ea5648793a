import { setTimeout as sleep } from 'node:timers/promises';
import type { WakeUpEvent } from '../../src/wire/events.ts';
import { type Daemon, withDaemon } from '../daemon.ts';
import type { Finding } from '../measure.ts';
import { cpuMs } from '../proc.ts';
import { percentile } from '../statistics.ts';
import type { Workplace } from '../workplace.ts';

const SESSIONS = 100;
const PER_SESSION = 100;
const COUNT = SESSIONS * PER_SESSION;
/** They are due within this time, one after the other. */
const SPREAD_MS = 10_000;
const SETTING_MS = 40_000;
const REST_MS = 5_000;

const sessionOf = (index: number) => `bench:wake-${index % SESSIONS}`;

/** What pending wake-ups cost, and how late they ring. */
export function measureWakeUps(workplace: Workplace): Promise<Finding[]> {
  return withDaemon(workplace, async (daemon) => {
    const first = Date.now() + SETTING_MS + REST_MS;
    await setAll(daemon, first);
    if (Date.now() > first - REST_MS) throw new Error('setting them took too long');
    const before = cpuMs(daemon.pid);
    await sleep(REST_MS);
    const cpu = cpuMs(daemon.pid) - before;
    await sleep(Math.max(0, first + SPREAD_MS - Date.now()) + 1_000);
    const late = await readLateness(daemon);
    if (late.length !== COUNT) throw new Error(`${late.length} of ${COUNT} rang`);
    const how = `${COUNT} wake-ups, due within ${SPREAD_MS / 1000} s`;
    return [
      {
        what: `CPU of the daemon while ${COUNT} wake-ups are pending`,
        value: (cpu / REST_MS) * 100,
        unit: '%',
        atMost: 1,
        how: `${cpu.toFixed(1)} ms of a core in ${REST_MS / 1000} s`,
      },
      { what: 'a wake-up rings late, p50', value: percentile(late, 0.5), unit: 'ms', how },
      { what: 'a wake-up rings late, p99', value: percentile(late, 0.99), unit: 'ms', atMost: 20, how },
    ];
  });
}

async function setAll({ client }: Daemon, first: number): Promise<void> {
  const left = Array.from({ length: COUNT }, (_, index) => index);
  const setSome = async () => {
    for (let index = left.pop(); index !== undefined; index = left.pop()) {
      const at = new Date(first + (index * SPREAD_MS) / COUNT).toISOString();
      await client.wakeUps.set({ session_key: sessionOf(index), note: `wake-up ${index}`, at });
    }
  };
  await Promise.all(Array.from({ length: 8 }, setSome));
}

async function readLateness({ client }: Daemon): Promise<number[]> {
  const late: number[] = [];
  for (let index = 0; index < SESSIONS; index += 1) {
    const told = await client.notifications.history({ session_key: sessionOf(index), limit: PER_SESSION });
    for (const { event } of told) {
      const { at, due_at } = event as WakeUpEvent;
      late.push(at - due_at);
    }
  }
  return late;
}
