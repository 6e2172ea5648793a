import { environment } from '../environment.ts';
import type { Finding } from '../measure.ts';
import { percentile } from '../statistics.ts';
import { whenEnded, withEngine } from '../with-engine.ts';
import type { Workplace } from '../workplace.ts';

/** The command prints the clock as the last thing that it does; the engine's listener looks at the same clock. */
export function measureEnd(workplace: Workplace): Promise<Finding[]> {
  const runs = workplace.isQuick ? 150 : 600;
  return withEngine(workplace, async (engine) => {
    const ended = whenEnded(engine);
    const command = `exec ${workplace.programs['end-stamp']} 15`;
    const times: number[] = [];
    for (let i = -5; i < runs; i++) {
      const { id } = await engine.start({ command, cwd: '/', env: environment, shell: '/bin/sh' });
      const known = await ended(id);
      const { output } = await engine.log(id);
      if (i >= 0) times.push(Number(known - BigInt(output.trim())) / 1e6);
    }
    const how = `${runs} processes, one at a time`;
    const finding = (name: string, share: number, atMost: number): Finding => ({
      what: `end of process to engine knows, ${name}`,
      value: percentile(times, share),
      unit: 'ms',
      atMost,
      how,
    });
    return [finding('p50', 0.5, 1.5), finding('p99', 0.99, 8)];
  });
}
