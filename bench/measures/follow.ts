import { environment } from '../environment.ts';
import type { Finding } from '../measure.ts';
import { median, percentile } from '../statistics.ts';
import { withEngine } from '../with-engine.ts';
import type { Workplace } from '../workplace.ts';

/** Each line is the moment at which it was printed; the follower looks at the same clock. */
export function measureFollow(workplace: Workplace): Promise<Finding[]> {
  const lines = workplace.isQuick ? 100 : 400;
  return withEngine(workplace, async (engine) => {
    const command = `exec ${workplace.programs['line-stamp']} ${lines} 20`;
    const { id } = await engine.start({ command, cwd: '/', env: environment, shell: '/bin/sh' });
    const times: number[] = [];
    for await (const event of engine.follow(id, { from: 0 })) {
      const now = process.hrtime.bigint();
      if (event.type !== 'output') break;
      for (const line of event.bytes.toString().trim().split('\n'))
        times.push(Number(now - BigInt(line)) / 1e6);
    }
    return [
      {
        what: 'line printed to follower has it, p50',
        value: median(times),
        unit: 'ms',
        atMost: 2,
        how: `${times.length} lines, one every 20 ms (p99 ${percentile(times, 0.99).toFixed(2)} ms)`,
      },
    ];
  });
}
