import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../src/engine/engine.ts';
import { environment } from '../environment.ts';
import type { Finding } from '../measure.ts';
import { cpuMs, residentKb } from '../proc.ts';
import { withEngine } from '../with-engine.ts';
import type { Workplace } from '../workplace.ts';

/** Four samples, one every 5 s. */
const SAMPLED_MS = 20_000;
/** A keeper is busy with its start at first, and with its first sample. */
const SETTLED_MS = 6_000;

/** What it costs that keepers write down what their trees use, while nobody looks. */
export function measureKeeperSampling(workplace: Workplace): Promise<Finding[]> {
  return withEngine(workplace, async (engine) => {
    const found = await Promise.all([costOf(engine, 3, 0.01), costOf(engine, 100, 0.1)]);
    return found.flat();
  });
}

/** Of a keeper whose command is a shell with sleeping children. */
async function costOf(engine: Engine, processes: number, atMost: number): Promise<Finding[]> {
  const sleepers = Array.from({ length: processes - 1 }, () => 'sleep 120 &').join(' ');
  const command = `${sleepers} wait`;
  const { id, keeperPid } = await engine.start({ command, cwd: '/', env: environment, shell: '/bin/sh' });
  const pid = keeperPid ?? 0;
  await sleep(SETTLED_MS);
  const before = cpuMs(pid);
  await sleep(SAMPLED_MS);
  const used = cpuMs(pid) - before;
  const memory = residentKb(pid);
  await engine.kill(id, { graceMs: 1_000 });
  const of = `a keeper that samples a tree of ${processes} processes`;
  const how = `${used.toFixed(2)} ms of a core in ${SAMPLED_MS / 1000} s, while nobody looks`;
  return [
    { what: `CPU of ${of}`, value: (used / SAMPLED_MS) * 100, unit: '%', atMost, how },
    {
      what: `resident memory of ${of}`,
      value: memory,
      unit: 'KB',
      atMost: 88,
      how: 'RSS, after five samples',
    },
  ];
}
