import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../src/engine/engine.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { environment } from '../environment.ts';
import type { Finding } from '../measure.ts';
import { residentKb } from '../proc.ts';
import { median } from '../statistics.ts';
import { withEngine } from '../with-engine.ts';
import type { Workplace } from '../workplace.ts';

const PRINTED = 100_000_000;
const keepers = 5;

/** VmRSS of keepers that have a quiet command, and of keepers whose command printed 100 MB and was polled. */
export function measureKeeperMemory(workplace: Workplace): Promise<Finding[]> {
  return withEngine(workplace, async (engine) => {
    const idle: number[] = [];
    const busy: number[] = [];
    for (let i = 0; i < keepers; i++) {
      idle.push(await memoryOf(engine, 'exec sleep 60', 0));
      const command = `${workplace.programs.writer} ${PRINTED} 65536; exec sleep 60`;
      busy.push(await memoryOf(engine, command, PRINTED));
    }
    const how = `median of ${keepers} keepers, ${isStatic() ? 'static' : 'NOT static'} build`;
    return [
      { what: 'resident memory of one keeper, idle', value: median(idle), unit: 'KB', atMost: 80, how },
      {
        what: 'resident memory of one keeper, after 100 MB of output and ten polls',
        value: median(busy),
        unit: 'KB',
        atMost: 160,
        how,
      },
    ];
  });
}

async function memoryOf(engine: Engine, command: string, expectedBytes: number): Promise<number> {
  const { id, keeperPid } = await engine.start({ command, cwd: '/', env: environment, shell: '/bin/sh' });
  while (engine.end(id) < expectedBytes) await sleep(20);
  if (expectedBytes > 0) for (let i = 0; i < 10; i++) await engine.poll(id);
  await sleep(300);
  const kb = residentKb(keeperPid ?? 0);
  await engine.kill(id, { graceMs: 1_000 });
  return kb;
}

function isStatic(): boolean {
  const program = readFileSync(findKeeperProgram());
  return !program.includes('/ld-linux') && !program.includes('/ld-musl');
}
