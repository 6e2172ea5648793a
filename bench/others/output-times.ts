import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../statistics.ts';
import { comesTrue, execute, fileSize } from './execute.ts';
import type { Manager } from './manager.ts';
import type { Scripts } from './scripts.ts';

const LONGEST_MS = 30_000;

export type Printing = { readonly writer: string; readonly bytes: number; readonly rounds: number };

/**
 * From the first byte that a command prints until the last one was kept, median in ms by name, all tools and a plain
 * append (under the name '') in turns. The command notes when it begins: how fast it is started is another question.
 */
export async function outputTimes(
  managers: readonly Manager[],
  scripts: Scripts,
  { writer, bytes, rounds }: Printing,
  folder: string,
): Promise<Map<string, number>> {
  const begun = join(folder, 'begun');
  const plain = join(folder, 'plain');
  const command = `date +%s%N > ${begun}\nexec ${writer} ${bytes} 65536`;
  const script = scripts.write('print', `${command}\n`);
  const plainScript = scripts.write('print-plain', `${command} >> ${plain}\n`);
  const times = new Map<string, number[]>(
    ['', ...managers.map(({ name }) => name)].map((name) => [name, []]),
  );
  for (let round = 0; round < rounds; round++) {
    await execute('sh', [plainScript]);
    times.get('')?.push(since(begun));
    rmSync(plain);
    for (const manager of managers) {
      const name = `print${round}`;
      rmSync(begun);
      await manager.start(name, script);
      const isWhole = () => fileSize(begun) > 0 && manager.keptBytes(name) >= bytes;
      if (await comesTrue(isWhole, LONGEST_MS)) times.get(manager.name)?.push(since(begun));
    }
  }
  return new Map([...times].flatMap(([name, each]) => (each.length > 0 ? [[name, median(each)]] : [])));
}

/** Since the wall clock time, in nanoseconds, that the file holds. */
function since(file: string): number {
  return performance.timeOrigin + performance.now() - Number(readFileSync(file, 'utf8')) / 1e6;
}
