/** `node bench/scan.ts`: how fast output is scanned, from files, as the engine reads it. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compilePatterns } from '../src/output/scan/patterns.ts';
import { createScanner } from '../src/output/scan/scanner.ts';

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

export const patternSets = {
  '3 rare literals': ['panicked at', 'Listening on', 'BUILD FAILED'],
  '3 common words': ['error', 'warning', 'info'],
  '3 regular expressions': [
    '/listening on .*:\\d+/i',
    '/(failed|panicked) (in|at) \\w+/',
    '/\\b[45]\\d\\d Internal\\b/',
  ],
} as const;

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

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'rb-scan-'));
  try {
    for (const [name, style] of Object.entries(corpora)) {
      const corpus = makeCorpus(style, 64 * megabyte);
      const file = join(folder, name);
      const descriptor = openSync(file, 'w');
      writeSync(descriptor, corpus);
      closeSync(descriptor);
      for (const [set, patterns] of Object.entries(patternSets)) {
        const { gigabytesPerSecond, ofCopying, lines } = measureScan(file, corpus.length, patterns, 15);
        console.log(
          `${name}, ${set}: ${gigabytesPerSecond.toFixed(2)} GB/s, ${ofCopying.toFixed(2)} of reading and copying, ${lines} lines`,
        );
      }
    }
    console.log(`1 GB without a newline: ${measureMemory(1e9).toFixed(1)} MB more`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
