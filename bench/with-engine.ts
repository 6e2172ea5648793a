import { type Config, defaultConfig } from '../src/base/config.ts';
import { type Engine, openEngine } from '../src/engine/engine.ts';
import type { Workplace } from './workplace.ts';

/** An engine in a fresh home inside this process; whatever it started is ended afterwards. */
export async function withEngine<T>(
  workplace: Workplace,
  work: (engine: Engine, home: string) => Promise<T>,
  config: Partial<Config> = {},
): Promise<T> {
  const home = workplace.newFolder('home');
  const engine = await openEngine({ home, config: { ...defaultConfig, ...config } });
  const end = workplace.atEnd(async () => {
    await engine.killAll({ graceMs: 1_000 });
    await engine.close();
  });
  try {
    return await work(engine, home);
  } finally {
    await end();
  }
}

/** Resolves with the moment, in nanoseconds of the monotonic clock, at which the engine told that `id` ended. */
export function whenEnded(engine: Engine): (id: string) => Promise<bigint> {
  const ended = new Map<string, bigint>();
  const waiting = new Map<string, (at: bigint) => void>();
  engine.onEnded(({ id }) => {
    const at = process.hrtime.bigint();
    ended.set(id, at);
    waiting.get(id)?.(at);
  });
  return (id) => {
    const at = ended.get(id);
    if (at !== undefined) return Promise.resolve(at);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
}
