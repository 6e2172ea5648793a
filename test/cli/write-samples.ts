import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Samples in a keep, as its keeper writes them: one every 5 s until now, with this much processor time in the 5 s before each. */
export function writeSamples(keep: string, cpuMs: readonly number[]): void {
  const bytes = Buffer.alloc(56 * (cpuMs.length + 1));
  const first = Date.now() - cpuMs.length * 5_000;
  let used = 0;
  [0, ...cpuMs].forEach((ms, i) => {
    used += ms;
    [first + i * 5_000, used, 2 ** 20, 2 ** 21, 0, 0, 1].forEach((value, k) => {
      bytes.writeBigUInt64LE(BigInt(value), i * 56 + k * 8);
    });
  });
  writeFileSync(join(keep, 'samples'), bytes, { mode: 0o600 });
}
