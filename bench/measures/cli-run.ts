import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withDaemon } from '../daemon.ts';
import { environment } from '../environment.ts';
import type { Finding } from '../measure.ts';
import { median, percentile } from '../statistics.ts';
import { repository, type Workplace } from '../workplace.ts';

const execute = promisify(execFile);

/** What somebody at a terminal waits for; the daemon is up already. */
export function measureCliRun(workplace: Workplace): Promise<Finding[]> {
  const runs = workplace.isQuick ? 10 : 30;
  return withDaemon(workplace, async ({ home }) => {
    const env = { ...environment, RINGBACK_HOME: home };
    const times: number[] = [];
    for (let i = -2; i < runs; i++) {
      const before = performance.now();
      await execute(join(repository, 'bin/ringback'), ['run', '--', 'true'], { env });
      if (i >= 0) times.push(performance.now() - before);
    }
    return [
      {
        what: '`ringback run -- true` with the daemon up, p50',
        value: median(times),
        unit: 'ms',
        atMost: 100,
        how: `${runs} runs (p90 ${percentile(times, 0.9).toFixed(0)} ms)`,
      },
    ];
  });
}
