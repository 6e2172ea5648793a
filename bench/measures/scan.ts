/** `node bench/scan.ts [--quick]`: how fast output is scanned, from files, as the engine reads it. */
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePatterns } from '../../src/output/scan/patterns.ts';
import { createScanner } from '../../src/output/scan/scanner.ts';
import type { Finding } from '../measure.ts';
import { Workplace } from '../workplace.ts';

const megabyte = 1024 * 1024;
const pieceBytes = 256 * 1024;

/** What programs log: a time, a level, where, and a sentence with numbers. One line in five has one of `common`. */
const sentences = [
  'request handled path=/api/v1/items/%d status=200 took=%dms',
  'connection from 10.0.%d.%d closed by peer',
  'Compiling ringback-core v0.%d.%d (/work/main/crates/core)',
  'cache miss for key user:%d:profile, loading from shard %d',
  'GET /static/js/main.%d.chunk.js 304 %d - “cached” ✓',
  'worker %d picked job %d from queue default',
];

export const corpora = { plain: (text: string) => text, coloured: colour } as const;

/** What is looked for, and the least GB/s for it. */
export const patternSets: Readonly<
  Record<string, { readonly patterns: string[]; readonly leastSpeed: number }>
> = {
  '3 rare literals': { patterns: ['panicked at', 'Listening on', 'BUILD FAILED'], leastSpeed: 1.5 },
  '3 words common in logs': { patterns: ['error', 'warning', 'info'], leastSpeed: 0.5 },
  '3 regular expressions': {
    patterns: ['/listening on .*:\\d+/i', '/(failed|panicked) (in|at) \\w+/', '/\\b[45]\\d\\d Internal\\b/'],
    leastSpeed: 0.15,
  },
};

export function makeCorpus(style: (text: string) => string, bytes: number): Buffer {
  const parts: string[] = [];
  let length = 0;
  for (let i = 0; length < bytes; i += 1) {
    const level = i % 5 > 0 ? 'DEBUG' : (['info', 'warning', 'error'][(i / 5) % 3] ?? '');
    const sentence = (sentences[i % sentences.length] ?? '').replace(/%d/g, () => String((i * 7919) % 1000));
    const time = `2026-11-15T03:${String(i % 60).padStart(2, '0')}:21.${i % 1000}Z`;
    const line = style(`${time} ${level} server::http: ${sentence}\n`);
    parts.push(line);
    length += Buffer.byteLength(line);
  }
  return Buffer.from(parts.join(''));
}

/** As Rust's tracing does it: time dim, level in its colour, the place bold; six codes in every line. */
function colour(line: string): string {
  const [, time, level, place, rest] = /^(\S+) (\S+) (\S+) (.*\n)$/.exec(line) ?? [];
  return `\x1b[2m${time}\x1b[0m \x1b[32m${level}\x1b[0m \x1b[1m${place}\x1b[0m ${rest}`;
}

export type ScanSpeed = {
  readonly gigabytesPerSecond: number;
  readonly ofCopying: number;
  readonly lines: number;
};

/** The best of `runs` over a file: others use the machine too. */
export function measureScan(
  file: string,
  bytes: number,
  patterns: readonly string[],
  runs: number,
): ScanSpeed {
  const compiled = compilePatterns(patterns);
  let best = Number.POSITIVE_INFINITY;
  let copying = Number.POSITIVE_INFINITY;
  let lines = 0;
  for (let run = 0; run < runs; run += 1) {
    const scanner = createScanner(compiled);
    best = Math.min(
      best,
      timeReading(file, bytes, (piece, offset) => scanner.scan(piece, offset)),
    );
    lines = scanner.take().count;
    const target = Buffer.alloc(pieceBytes);
    copying = Math.min(
      copying,
      timeReading(file, bytes, (piece) => target.set(piece)),
    );
  }
  return { gigabytesPerSecond: bytes / best / 1e6, ofCopying: copying / best, lines };
}

function timeReading(file: string, bytes: number, use: (piece: Buffer, offset: number) => void): number {
  const descriptor = openSync(file, 'r');
  const piece = Buffer.alloc(pieceBytes);
  const before = performance.now();
  for (let offset = 0; offset < bytes; ) {
    const count = readSync(descriptor, piece, 0, pieceBytes, offset);
    if (count === 0) break;
    use(piece.subarray(0, count), offset);
    offset += count;
  }
  const time = performance.now() - before;
  closeSync(descriptor);
  return time;
}

/** How many MB the program grows by while it scans so many bytes without a line end. */
export function measureMemory(bytes: number): number {
  const scanner = createScanner(compilePatterns(['/never[0-9]+/', 'BUILD FAILED']));
  const piece = Buffer.alloc(pieceBytes, 'x'.repeat(99));
  const before = process.memoryUsage().rss;
  let most = before;
  for (let offset = 0; offset < bytes; offset += piece.length) {
    scanner.scan(piece, offset);
    if (offset % (16 * megabyte) === 0) most = Math.max(most, process.memoryUsage().rss);
  }
  return (most - before) / megabyte;
}

/** For bench/measures.ts: the speeds, turned round into what 1 GB takes. */
export async function measureScanning(workplace: Workplace): Promise<Finding[]> {
  const memory = measureMemory(1e9);
  const findings: Finding[] = [
    {
      what: 'memory while scanning 1 GB without a newline',
      value: memory,
      unit: 'MB',
      atMost: 64,
      how: 'resident',
    },
  ];
  const runs = workplace.isQuick ? 5 : 25;
  for (const [name, style] of Object.entries(corpora)) {
    const corpus = makeCorpus(style, 64 * megabyte);
    const file = join(workplace.newFolder('scan'), name);
    writeFileSync(file, corpus);
    for (const [set, { patterns, leastSpeed }] of Object.entries(patternSets)) {
      const { gigabytesPerSecond, ofCopying, lines } = measureScan(file, corpus.length, patterns, runs);
      findings.push({
        what: `scanning 1 GB of ${name} text for ${set}`,
        value: 1000 / gigabytesPerSecond,
        unit: 'ms',
        atMost: 1000 / leastSpeed,
        how: `${gigabytesPerSecond.toFixed(2)} GB/s, reading included; ${ofCopying.toFixed(2)} of reading and copying; best of ${runs}; ${lines} lines with ${patterns.join(' | ')}`,
      });
    }
  }
  return findings;
}

if (import.meta.main) {
  await using workplace = new Workplace(process.argv.includes('--quick'));
  for (const { what, value, unit, atMost = 0, how } of await measureScanning(workplace))
    console.log(`${what}: ${value.toFixed(1)} ${unit} (at most ${atMost.toFixed(0)}): ${how}`);
}
