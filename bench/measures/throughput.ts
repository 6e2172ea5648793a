import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Engine } from '../../src/engine/engine.ts';
import { keepFolder } from '../../src/keeper/keep.ts';
import { environment } from '../environment.ts';
import type { Finding } from '../measure.ts';
import { median } from '../statistics.ts';
import { whenEnded, withEngine } from '../with-engine.ts';
import type { Workplace } from '../workplace.ts';

const GB = 1_000_000_000;
const pieces = [
  { name: '64K', bytes: 65_536, atMost: 2.6, rounds: 7 },
  { name: '4K', bytes: 4_096, atMost: 0.85, rounds: 7 },
  { name: '100-byte', bytes: 100, atMost: 0.6, rounds: 3 },
] as const;

/** How a child's output gets into a file. The times of all of them are taken in turns. */
type Side = (command: string) => Promise<number>;

/** A child that writes 1 GB, from its start until its end is known: all of it kept, as a plain append does, or as by default. */
export function measureThroughput(workplace: Workplace): Promise<Finding[]> {
  const total = workplace.isQuick ? GB / 8 : GB;
  const roomy = { logLimitBytes: 4 * GB, homeLogBytes: 1000 * GB };
  return withEngine(
    workplace,
    async (engine, home) => {
      const sides = createSides(engine, home);
      const findings: Finding[] = [];
      for (const { name, bytes, atMost, rounds } of pieces) {
        const command = `exec ${workplace.programs.writer} ${total} ${bytes}`;
        const times = await takeTurns(sides, command, workplace.isQuick ? 3 : rounds);
        const row = (side: keyof typeof sides, what: string) => ({
          what: `${total / 1e6} MB in ${name} writes, ${what}, against plain append`,
          value: median(times[side]) / median(times.plain),
          unit: '×' as const,
          how: `${times.plain.length} in turns: ${inSeconds(times[side])} against ${inSeconds(times.plain)}`,
        });
        findings.push(
          { ...row('keeper', 'through the keeper, all of it kept'), atMost },
          { ...row('keeperWithLimit', 'through the keeper, 64 MiB of it kept'), atMost },
          row('node', 'through Node’s child_process into a file'),
        );
      }
      return findings;
    },
    roomy,
  );
}

function createSides(engine: Engine, home: string) {
  const file = join(home, 'plain');
  const ended = whenEnded(engine);
  const viaEngine = async (command: string, logLimitBytes?: number) => {
    const before = process.hrtime.bigint();
    const limit = logLimitBytes === undefined ? {} : { logLimitBytes };
    const { id } = await engine.start({ command, cwd: '/', env: environment, shell: '/bin/sh', ...limit });
    const time = Number((await ended(id)) - before) / 1e6;
    empty(join(keepFolder(home, id), 'output'));
    return time;
  };
  return {
    plain: async (command: string) => {
      const time = await viaEngine(`${command} >> ${file}`);
      truncateSync(file);
      return time;
    },
    keeper: (command: string) => viaEngine(command),
    keeperWithLimit: (command: string) => viaEngine(command, 64 * 1024 * 1024),
    node: async (command: string) => {
      const before = performance.now();
      const child = spawn('/bin/sh', ['-c', command], { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] });
      await Promise.all([pipeline(child.stdout, createWriteStream(file)), once(child, 'close')]);
      const time = performance.now() - before;
      truncateSync(file);
      return time;
    },
  };
}

/** Emptied, not deleted: deleted files slow down the creation of the next (see disk.ts), and so would measure us. */
function empty(folder: string): void {
  for (const name of readdirSync(folder)) truncateSync(join(folder, name));
}

async function takeTurns<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  command: string,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) times[name].push(await sides[name](command));
  }
  return times;
}

function inSeconds(times: readonly number[]): string {
  return `${(median(times) / 1000).toFixed(2)} s`;
}
