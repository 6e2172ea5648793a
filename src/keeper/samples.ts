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
    const values = Array.from({ length: 7 }, (_, index) => Number(bytes.readBigUInt64LE(at + 8 * index)));
    samples.push(toSample(values));
  }
  return samples;
}

/** As a keeper answers: the numbers of each, every sample ended by a semicolon. */
export function parseSampleText(text: string): Sample[] {
  const parts = text.split(';').slice(0, -1);
  return parts.map((part) => toSample(part.split(' ').map(Number)));
}

function toSample(values: readonly number[]): Sample {
  const [at, cpuMs, memoryBytes, peakBytes, readBytes, writtenBytes, processes] = values.map((value) =>
    Number.isFinite(value) ? value : 0,
  );
  return {
    at: at ?? 0,
    cpuSeconds: (cpuMs ?? 0) / 1000,
    memoryBytes: memoryBytes ?? 0,
    peakBytes: peakBytes ?? 0,
    readBytes: readBytes ?? 0,
    writtenBytes: writtenBytes ?? 0,
    processes: processes ?? 0,
  };
}
