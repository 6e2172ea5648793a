import { join } from 'node:path';
import { removeFolder } from '../../src/base/remove-folder.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { LogRequest } from '../../src/engine/log.ts';
import { keepFolder } from '../../src/keeper/keep.ts';
import { environment } from '../environment.ts';
import type { Finding } from '../measure.ts';
import { median, percentile } from '../statistics.ts';
import { whenEnded, withEngine } from '../with-engine.ts';
import type { Workplace } from '../workplace.ts';

const GB = 1_000_000_000;
const PRINTED = 5 * GB;
const LINE = 100;
const reads = 30;

/** Reads of a log of 5 GB, which a real keeper made, with the limit raised. */
export function measureLargeLog(workplace: Workplace): Promise<Finding[]> {
  if (workplace.isQuick) return Promise.resolve([]);
  const roomy = { logLimitBytes: 10 * GB, homeLogBytes: 20 * GB };
  return withEngine(
    workplace,
    async (engine, home) => {
      const id = await printLog(engine, workplace);
      const line = (i: number) => Math.floor((PRINTED / LINE) * (0.2 + (0.6 * i) / reads));
      const findings = [
        await timeReads(engine, id, 'last 200 lines', () => ({ limit: 200 })),
        await timeReads(engine, id, 'a line in the middle', (i) => ({ offset: line(i), limit: 1 })),
        await timeReads(engine, id, 'a cursor read, 200 lines in the middle', (i) => ({
          cursor: String(line(i) * LINE),
          limit: 200,
        })),
        await timeReads(engine, id, 'a cursor read, the last 64 KB', () => ({
          cursor: String(PRINTED - 65_536),
        })),
      ];
      removeFolder(join(keepFolder(home, id), 'output'));
      return findings;
    },
    roomy,
  );
}

async function printLog(engine: Engine, workplace: Workplace): Promise<string> {
  const ended = whenEnded(engine);
  const command = `exec ${workplace.programs.writer} ${PRINTED} 65000`;
  const { id } = await engine.start({ command, cwd: '/', env: environment, shell: '/bin/sh' });
  await ended(id);
  const { totalLines } = await engine.log(id, { limit: 1 });
  if (engine.end(id) !== PRINTED || totalLines !== PRINTED / LINE) throw new Error('the log is not whole');
  return id;
}

async function timeReads(
  engine: Engine,
  id: string,
  what: string,
  request: (i: number) => LogRequest,
): Promise<Finding> {
  const times: number[] = [];
  for (let i = 0; i < reads; i++) {
    const before = performance.now();
    const { output } = await engine.log(id, request(i));
    times.push(performance.now() - before);
    if (output.length < LINE - 1) throw new Error(`${what}: nothing was read`);
  }
  const how = `median of ${reads} reads (largest ${percentile(times, 1).toFixed(1)} ms)`;
  return { what: `5 GB log: ${what}`, value: median(times), unit: 'ms', atMost: 10, how };
}
