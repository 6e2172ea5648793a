import type { TestContext } from 'node:test';

export type Random = {
  /** Gives the same again. */
  readonly seed: number;
  /** From 0 up to, not including, `below`. */
  below(below: number): number;
  bytes(length: number): Buffer;
};

/** A seeded generator, so that a failure can be repeated: RINGBACK_SEED=<seed>, which is shown with the test. */
export function seededRandom(context: TestContext): Random {
  const seed = Number(process.env.RINGBACK_SEED ?? Math.floor(Math.random() * 2 ** 31));
  context.diagnostic(`RINGBACK_SEED=${seed}`);
  let state = seed >>> 0;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    seed,
    below: (below) => Math.floor(next() * below),
    bytes: (length) => Buffer.from(Array.from({ length }, () => Math.floor(next() * 256))),
  };
}
