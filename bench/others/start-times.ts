import { median } from '../statistics.ts';
import type { Manager } from './manager.ts';
import type { Scripts } from './scripts.ts';

/** What somebody at a terminal waits for, median in ms by name, all tools in turns. */
export async function startTimes(
  managers: readonly Manager[],
  scripts: Scripts,
  rounds: number,
): Promise<Map<string, number>> {
  const script = scripts.quiet();
  const times = new Map<string, number[]>(managers.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const manager of managers) {
      const before = performance.now();
      await manager.start(`start${round}`, script);
      times.get(manager.name)?.push(performance.now() - before);
    }
  }
  return new Map([...times].map(([name, each]) => [name, median(each)]));
}
