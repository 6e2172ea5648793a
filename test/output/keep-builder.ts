import { linkSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';

export type Span = { readonly start: number; readonly end: number };
export type BuiltResize = { readonly offset: number; readonly cols: number; readonly rows: number };

export type KeepPlan = {
  /** Everything that was ever printed. */
  readonly printed: Buffer;
  /** What is kept of it, one segment each; default: all in one. */
  readonly segments?: readonly Span[];
  /** Bytes between index records. */
  readonly every?: number;
  readonly timeAt?: (offset: number) => number;
  /** Times are recorded, too; default: an older keeper's keep, without them. */
  readonly grainMs?: number;
  readonly resizes?: readonly BuiltResize[];
};

export type Row = {
  readonly offset: number;
  readonly line: number;
  readonly time: number;
  readonly kind?: number;
  readonly cols?: number;
  readonly rows?: number;
  readonly grainMs?: number;
};

/** A folder for one test, gone when the test is over. */
export function temporaryKeep(t: TestContext): string {
  const keep = mkdtempSync(join(tmpdir(), 'ringback-output-'));
  t.after(() => removeFolder(keep));
  mkdirSync(join(keep, 'output'));
  return keep;
}

/** Writes segments and indexes as keeper/PROTOCOL.md says. */
export function buildKeep(t: TestContext, plan: KeepPlan): string {
  const keep = temporaryKeep(t);
  for (const span of plan.segments ?? [{ start: 0, end: plan.printed.length }]) {
    writeFileSync(segmentPath(keep, span.start, 'log'), plan.printed.subarray(span.start, span.end));
    writeFileSync(segmentPath(keep, span.start, 'index'), encodeRows(rowsOf(plan, span)));
  }
  return keep;
}

export function segmentPath(keep: string, start: number, kind: 'log' | 'index' | 'times'): string {
  return join(keep, 'output', `${String(start).padStart(16, '0')}.${kind}`);
}

export function encodeRows(rows: readonly Row[]): Buffer {
  const bytes = Buffer.alloc(rows.length * 32);
  rows.forEach((row, i) => {
    bytes.writeBigUInt64LE(BigInt(row.offset), i * 32);
    bytes.writeBigUInt64LE(BigInt(row.line), i * 32 + 8);
    bytes.writeBigUInt64LE(BigInt(row.time), i * 32 + 16);
    bytes.writeUInt16LE(row.kind ?? 0, i * 32 + 24);
    bytes.writeUInt16LE(row.cols ?? 0, i * 32 + 26);
    bytes.writeUInt16LE(row.rows ?? 0, i * 32 + 28);
    bytes.writeUInt16LE(row.grainMs ?? 0, i * 32 + 30);
  });
  return bytes;
}

export type TimeRow = { readonly offset: number; readonly time: number };

/** A file of times, after that of the segment's start. */
export function encodeTimes(start: TimeRow, rows: readonly TimeRow[]): Buffer {
  const bytes = Buffer.alloc(rows.length * 8);
  rows.forEach(({ offset, time }, i) => {
    const record = (BigInt(time - start.time) << 28n) | BigInt(offset - start.offset);
    bytes.writeBigUInt64LE(record, i * 8);
  });
  return bytes;
}

/** Newlines before `offset`, the slow and obvious way. */
export function naiveLine(printed: Buffer, offset: number): number {
  let count = 0;
  for (let i = 0; i < offset; i += 1) if (printed[i] === 10) count += 1;
  return count;
}

export const hugeSegmentBytes = 16 * 1024 * 1024;
export const hugeLineBytes = 64;
export const hugeLinesPerSegment = hugeSegmentBytes / hugeLineBytes;

/** What line `line` of a huge keep reads, without its newline. */
export function hugeLine(line: number): string {
  return `line ${line % hugeLinesPerSegment}`.padEnd(hugeLineBytes - 1, '.');
}

/** Full segments that are all one file on disk under many names, with indexes of their own. */
export function buildHugeKeep(t: TestContext, segments: number): string {
  const keep = temporaryKeep(t);
  const content = Buffer.alloc(hugeSegmentBytes, '\n');
  for (let line = 0; line < hugeLinesPerSegment; line += 1)
    content.write(hugeLine(line), line * hugeLineBytes);
  const original = segmentPath(keep, 0, 'log');
  writeFileSync(original, content);
  for (let i = 0; i < segments; i += 1) {
    const start = i * hugeSegmentBytes;
    if (i > 0) linkSync(original, segmentPath(keep, start, 'log'));
    const rows = Array.from({ length: 64 }, (_, k) => {
      const offset = start + k * 256 * 1024;
      return { offset, line: offset / hugeLineBytes, time: 1_000_000 + (i * 64 + k) * 10 };
    });
    writeFileSync(segmentPath(keep, start, 'index'), encodeRows(rows));
  }
  return keep;
}

function rowsOf(
  { printed, every = 64, timeAt = (offset) => 1000 + offset, grainMs = 0, resizes = [] }: KeepPlan,
  span: Span,
): Row[] {
  const rows: Row[] = [];
  for (let offset = span.start; offset === span.start || offset < span.end; offset += every) {
    rows.push({ offset, line: naiveLine(printed, offset), time: timeAt(offset), grainMs });
  }
  for (const { offset, cols, rows: height } of resizes) {
    if (offset < span.start || offset >= span.end) continue;
    rows.push({
      offset,
      line: naiveLine(printed, offset),
      time: timeAt(offset),
      kind: 1,
      cols,
      rows: height,
    });
  }
  return rows.sort((a, b) => a.offset - b.offset);
}
