import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../src/engine/engine.ts';
import { environment } from '../environment.ts';
import type { Finding } from '../measure.ts';
import { memoryKb } from '../proc.ts';
import { median } from '../statistics.ts';
import { withEngine } from '../with-engine.ts';
import type { Workplace } from '../workplace.ts';

const PRINTED = 100_000_000;
const keepers = 5;

type Memory = ReturnType<typeof memoryKb>;

/** Of keepers that have a quiet command, and of keepers whose command printed 100 MB and was polled. */
export function measureKeeperMemory(workplace: Workplace): Promise<Finding[]> {
  return withEngine(workplace, async (engine) => {
    const idle: Memory[] = [];
    const busy: Memory[] = [];
    for (let i = 0; i < keepers; i++) {
      idle.push(await memoryOf(engine, 'exec sleep 60', 0));
      const command = `${workplace.programs.writer} ${PRINTED} 65536; exec sleep 60`;
      busy.push(await memoryOf(engine, command, PRINTED));
    }
    return [
      describe('resident memory of one keeper, idle', idle, 80),
      describe('resident memory of one keeper, after 100 MB of output and ten polls', busy, 160),
    ];
  });
}

function describe(what: string, memory: readonly Memory[], atMost: number): Finding {
  const pss = median(memory.map((one) => one.pss));
  const how = `RSS, median of ${keepers} keepers, as npm ci builds it; PSS ${pss} KB`;
  return { what, value: median(memory.map((one) => one.rss)), unit: 'KB', atMost, how };
}

async function memoryOf(engine: Engine, command: string, expectedBytes: number): Promise<Memory> {
  const { id, keeperPid } = await engine.start({ command, cwd: '/', env: environment, shell: '/bin/sh' });
  while (engine.end(id) < expectedBytes) await sleep(20);
  if (expectedBytes > 0) for (let i = 0; i < 10; i++) await engine.poll(id);
  await sleep(300);
  const memory = memoryKb(keeperPid ?? 0);
  await engine.kill(id, { graceMs: 1_000 });
  return memory;
}
