import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Engine } from '../../src/engine/engine.ts';
import { environment } from '../environment.ts';
import type { Finding } from '../measure.ts';
import { median, percentile } from '../statistics.ts';
import { withEngine } from '../with-engine.ts';
import type { Workplace } from '../workplace.ts';

const command = 'exec sleep 30';

/** Call to acknowledged, with the row written, against what Node alone needs for the same `sh -c`. */
export function measureStart(workplace: Workplace): Promise<Finding[]> {
  const runs = workplace.isQuick ? 60 : 200;
  return withEngine(workplace, async (engine) => {
    const ours: number[] = [];
    const bare: number[] = [];
    for (let i = -5; i < runs; i++) {
      const times = [await timeEngine(engine), await timeSpawn()] as const;
      if (i < 0) continue; // the first ones compile code and start the launcher
      ours.push(times[0]);
      bare.push(times[1]);
    }
    const how = `${runs} each, in turns: ${inMs(median(ours))} against ${inMs(median(bare))} (p90 ${inMs(percentile(ours, 0.9))} against ${inMs(percentile(bare, 0.9))})`;
    return [
      {
        what: 'start, call to acknowledged, p50, against a bare Node spawn',
        value: median(ours) / median(bare),
        unit: '×',
        atMost: 1.2,
        how,
      },
    ];
  });
}

async function timeEngine(engine: Engine): Promise<number> {
  const before = performance.now();
  const { id } = await engine.start({ command, cwd: '/', env: environment, shell: '/bin/sh' });
  const time = performance.now() - before;
  await engine.kill(id, { graceMs: 1_000 });
  return time;
}

async function timeSpawn(): Promise<number> {
  const before = performance.now();
  const child: ChildProcess = spawn('/bin/sh', ['-c', command], { cwd: '/', env: environment });
  await once(child, 'spawn');
  const time = performance.now() - before;
  child.kill('SIGKILL');
  await once(child, 'close');
  return time;
}

function inMs(value: number): string {
  return `${value.toFixed(2)} ms`;
}
