import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a process's tree used at one moment. */
export type Sample = {
  readonly at: number;
  /** Until then, by everybody who was ever in the tree. */
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
  /** The most that was seen since the sample before. */
  readonly peakBytes: number;
  /** Disks, until then. */
  readonly readBytes: number;
  readonly writtenBytes: number;
  readonly processes: number;
};

const SAMPLE_BYTES = 56;
/** A larger file is damaged. */
const LARGEST_FILE = 64 * 1024;

/** Oldest first, further apart the older they are; none for a process of less than five seconds. */
export function readSamples(keep: string): Sample[] {
  const path = join(keep, 'samples');
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() && stats.size <= LARGEST_FILE ? parseSamples(readFileSync(path)) : [];
  } catch {
    return [];
  }
}

/** A record that was cut is left out. */
export function parseSamples(bytes: Buffer): Sample[] {
  const samples: Sample[] = [];
  for (let at = 0; at + SAMPLE_BYTES <= bytes.length; at += SAMPLE_BYTES) {
    const value = (index: number) => Number(bytes.readBigUInt64LE(at + 8 * index));
    samples.push({
      at: value(0),
      cpuSeconds: value(1) / 1000,
      memoryBytes: value(2),
      peakBytes: value(3),
      readBytes: value(4),
      writtenBytes: value(5),
      processes: value(6),
    });
  }
  return samples;
}
