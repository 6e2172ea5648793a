import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { failpoint } from '../../base/failpoint.ts';
import type { PrintedAt } from '../../base/printed-at.ts';
import { MirrorTimes } from './mirror-times.ts';

/** The figures of keeper/process/log.c: what is mirrored reads like what was printed here. */
const RECORD_BYTES = 32;
const INDEX_EVERY_BYTES = 256 * 1024;
const INDEX_BUSY_BYTES = 4096;
const INDEX_BUSY_MS = 1_000;
const INDEX_QUIET_MS = 10_000;
const LEAST_SEGMENT = 4096;
const LARGEST_SEGMENT = 16 * 1024 * 1024;
const NEWLINE = 10;

export type MirrorLimits = {
  readonly limit: number;
  readonly head: number;
  readonly cols: number;
  readonly rows: number;
};

type Open = {
  readonly log: number;
  readonly index: number;
  /** None where an older keeper tells no times. */
  readonly times: MirrorTimes | undefined;
  readonly start: number;
  readonly capacity: number;
};

/**
 * The log of a process that runs elsewhere, as its keeper writes it there: the same segments under the same offsets, byte
 * by byte. Whoever reads a keep need not know the difference.
 */
export class MirrorLog {
  readonly #folder: string;
  readonly #head: number;
  #limit: number;
  #cols: number;
  #rows: number;
  #open: Open | undefined;
  #end = 0;
  #lines = 0;
  #keptBytes = 0;
  #indexedOffset = 0;
  #indexedAt = 0;

  /** Goes on where an earlier one ended. */
  constructor(keep: string, { limit, head, cols, rows }: MirrorLimits) {
    this.#folder = join(keep, 'output');
    this.#limit = Math.max(limit, 2 * LEAST_SEGMENT);
    this.#head = Math.min(Math.max(head, LEAST_SEGMENT), this.#limit / 2);
    this.#cols = cols;
    this.#rows = rows;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#resume();
  }

  /** Behind the last byte that was printed there and is known here. */
  get end(): number {
    return this.#end;
  }

  /** Bytes that are here already are not written twice. Fails as the disk does; then nothing counts as written. */
  append(offset: number, bytes: Buffer, printedAt?: PrintedAt): void {
    if (offset > this.#end) this.skipTo(offset);
    let rest = bytes.subarray(this.#end - offset);
    const now = printedAt ?? arrivedNow();
    while (rest.length > 0) {
      const open = this.#openFor(now);
      if (printedAt) open.times?.add(this.#end - open.start, printedAt.time);
      this.#indexIfDue(open, now.time);
      const room = Math.max(1, open.capacity - this.#sizeOf(open));
      const written = writeSync(open.log, rest, 0, Math.min(rest.length, room));
      const piece = rest.subarray(0, written);
      this.#end += written;
      this.#keptBytes += written;
      this.#lines += countNewlines(piece);
      rest = rest.subarray(written);
    }
  }

  /** What lies between is gone there, too: a gap. */
  skipTo(offset: number): void {
    if (offset <= this.#end) return;
    this.#closeSegment();
    this.#end = offset;
  }

  resized(cols: number, rows: number): void {
    this.#cols = cols;
    this.#rows = rows;
    // The first record of a segment has the size too, and the time at which something was printed there.
    if (!this.#open) return;
    const now = this.#open.times?.last ?? arrivedNow();
    this.#addIndex(this.#openFor(now), 1, now.time);
  }

  setLimit(bytes: number): void {
    this.#limit = Math.max(bytes, 2 * LEAST_SEGMENT);
    while (this.#keptBytes > this.#limit && this.#dropOldestMiddle());
  }

  close(): void {
    this.#closeSegment();
  }

  #openFor(now: PrintedAt): Open {
    const current = this.#open;
    if (current && this.#hasRoomFor(current, now)) return current;
    this.#closeSegment();
    const capacity = this.#end === 0 ? this.#head : this.#middleCapacity();
    while (this.#keptBytes > 0 && this.#keptBytes + capacity > this.#limit && this.#dropOldestMiddle());
    const path = this.#path(this.#end);
    const times = now.grainMs > 0 ? new MirrorTimes(`${path}.times`, now) : undefined;
    const open = this.#openSegment(this.#end, capacity, times);
    failpoint('remote:segment-opened');
    this.#addIndex(open, 0, now.time);
    return open;
  }

  #hasRoomFor(open: Open, { time }: PrintedAt): boolean {
    if (this.#sizeOf(open) >= open.capacity) return false;
    return open.times === undefined || open.times.reaches(this.#end - open.start, time);
  }

  #openSegment(start: number, capacity: number, times: MirrorTimes | undefined): Open {
    const path = this.#path(start);
    const index = openSync(`${path}.index`, 'a', 0o600);
    try {
      this.#open = { log: openSync(`${path}.log`, 'a', 0o600), index, times, start, capacity };
      return this.#open;
    } catch (error) {
      closeSync(index);
      throw error;
    }
  }

  #closeSegment(): void {
    if (!this.#open) return;
    this.#keptBytes += weightOf(this.#sizeOf(this.#open)) - (this.#end - this.#open.start);
    closeSync(this.#open.log);
    closeSync(this.#open.index);
    this.#open.times?.close();
    this.#open = undefined;
  }

  /** On disk, its bytes and their times. */
  #sizeOf({ start, times }: Open): number {
    return this.#end - start + (times?.size ?? 0);
  }

  #storedSize(start: number): number {
    const times = statSync(`${this.#path(start)}.times`, { throwIfNoEntry: false })?.size ?? 0;
    return statSync(`${this.#path(start)}.log`).size + times;
  }

  #middleCapacity(): number {
    const share = Math.floor((this.#limit - this.#head) / 8);
    return Math.min(Math.max(share, LEAST_SEGMENT), LARGEST_SEGMENT);
  }

  #indexIfDue(open: Open, now: number): void {
    const bytes = this.#end - this.#indexedOffset;
    const age = now - this.#indexedAt;
    const isDue =
      bytes >= INDEX_EVERY_BYTES ||
      (bytes >= INDEX_BUSY_BYTES && age >= INDEX_BUSY_MS) ||
      (bytes > 0 && age >= INDEX_QUIET_MS);
    if (isDue) this.#addIndex(open, 0, now);
  }

  #addIndex(open: Open, kind: 0 | 1, now: number): void {
    const record = Buffer.alloc(RECORD_BYTES);
    record.writeBigUInt64LE(BigInt(this.#end), 0);
    record.writeBigUInt64LE(BigInt(this.#lines), 8);
    record.writeBigUInt64LE(BigInt(now), 16);
    record.writeUInt16LE(kind, 24);
    record.writeUInt16LE(this.#cols, 26);
    record.writeUInt16LE(this.#rows, 28);
    record.writeUInt16LE(open.times?.last.grainMs ?? 0, 30);
    writeSync(open.index, record);
    this.#indexedOffset = this.#end;
    this.#indexedAt = now;
  }

  /** The oldest segment that is neither the head nor the current one goes. False when there is none. */
  #dropOldestMiddle(): boolean {
    const oldest = this.#starts().find((start) => start > 0 && start !== this.#open?.start);
    if (oldest === undefined) return false;
    const path = this.#path(oldest);
    this.#keptBytes -= weightOf(this.#storedSize(oldest));
    rmSync(`${path}.log`);
    rmSync(`${path}.index`, { force: true });
    rmSync(`${path}.times`, { force: true });
    return true;
  }

  #starts(): number[] {
    return readdirSync(this.#folder)
      .filter((name) => /^\d{16}\.log$/.test(name))
      .map((name) => Number(name.slice(0, 16)))
      .sort((a, b) => a - b);
  }

  #path(start: number): string {
    return join(this.#folder, String(start).padStart(16, '0'));
  }

  #resume(): void {
    const starts = this.#starts();
    const last = this.#dropUnbegun(starts);
    for (const start of starts.slice(0, -1)) this.#keptBytes += weightOf(this.#storedSize(start));
    if (last === undefined) return;
    const capacity = last === 0 ? this.#head : this.#middleCapacity();
    const open = this.#openSegment(last, capacity, this.#resumeTimes(last));
    const size = fstatSync(open.log).size;
    this.#end = last + size;
    this.#keptBytes += size;
    this.#resumeLines(last, size);
  }

  /** A crash between making a segment and its first record: its number of lines is not known, and nothing is in it. */
  #dropUnbegun(starts: number[]): number | undefined {
    const last = starts.at(-1);
    if (last === undefined) return undefined;
    const path = this.#path(last);
    const records = statSync(`${path}.index`, { throwIfNoEntry: false })?.size ?? 0;
    if (statSync(`${path}.log`).size > 0 || records >= RECORD_BYTES) return last;
    rmSync(`${path}.log`);
    rmSync(`${path}.index`, { force: true });
    starts.pop();
    return starts.at(-1);
  }

  #resumeTimes(start: number): MirrorTimes | undefined {
    const path = this.#path(start);
    const first = readFile(`${path}.index`).subarray(0, RECORD_BYTES);
    const grainMs = first.length < RECORD_BYTES ? 0 : first.readUInt16LE(30);
    if (grainMs === 0) return undefined;
    return MirrorTimes.resume(`${path}.times`, { time: Number(first.readBigUInt64LE(16)), grainMs });
  }

  /** Line numbers go on from the last record that its segment bears out. */
  #resumeLines(start: number, size: number): void {
    const path = this.#path(start);
    const records = readFile(`${path}.index`);
    let offset = start;
    for (let at = 0; at + RECORD_BYTES <= records.length; at += RECORD_BYTES) {
      const recorded = Number(records.readBigUInt64LE(at));
      if (recorded < offset || recorded > start + size) break;
      offset = recorded;
      this.#lines = Number(records.readBigUInt64LE(at + 8));
    }
    this.#lines += countNewlines(readFile(`${path}.log`, offset - start));
    this.#indexedOffset = offset;
    // An index that lost its first record (a crash between two files) is begun again.
    if (records.length < RECORD_BYTES && this.#open) this.#restoreFirst(this.#open, start);
  }

  #restoreFirst(open: Open, start: number): void {
    const [end, lines] = [this.#end, this.#lines];
    this.#end = start;
    this.#lines = 0;
    this.#addIndex(open, 0, Date.now());
    this.#end = end;
    this.#lines = lines;
  }
}

/** Where the time there is not told, that of its arrival has to do. */
function arrivedNow(): PrintedAt {
  return { time: Date.now(), grainMs: 0 };
}

/** Even a byte takes a block of the disk: many gaps must not make many files. */
function weightOf(size: number): number {
  return Math.max(size, LEAST_SEGMENT);
}

function readFile(path: string, from = 0): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - from));
    readSync(file, bytes, 0, bytes.length, from);
    return bytes;
  } finally {
    closeSync(file);
  }
}

function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
