import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { type PrintedAt, timesFormat } from '../../base/printed-at.ts';

const { recordBytes, offsetBits, largestOffset, largestAge } = timesFormat;

/** When the bytes of one mirrored segment were printed there, as its keeper writes it down (keeper/PROTOCOL.md). */
export class MirrorTimes {
  readonly #path: string;
  readonly #first: PrintedAt;
  #last: number;
  #file: number | undefined;
  #bytes = 0;

  /** `first` is of the segment's start, and in its index. */
  constructor(path: string, first: PrintedAt) {
    this.#path = path;
    this.#first = first;
    this.#last = first.time;
  }

  /** Goes on where an earlier one ended. */
  static resume(path: string, first: PrintedAt): MirrorTimes {
    const times = new MirrorTimes(path, first);
    try {
      times.#resume();
    } catch {
      // None was needed yet.
    }
    return times;
  }

  /** The last one. */
  get last(): PrintedAt {
    return { ...this.#first, time: this.#last };
  }

  /** What the file takes. */
  get size(): number {
    return this.#bytes;
  }

  /** Whether a record has room for this; if not, a new segment has to begin. */
  reaches(offset: number, time: number): boolean {
    return offset <= largestOffset && time - this.#first.time <= largestAge;
  }

  /** The byte at `offset` in the segment was printed at that time; nothing is written if that is known. */
  add(offset: number, time: number): void {
    if (time <= this.#last) return;
    const record = Buffer.alloc(recordBytes);
    record.writeBigUInt64LE((BigInt(time - this.#first.time) << offsetBits) | BigInt(offset));
    this.#file ??= openSync(this.#path, 'w+', 0o600);
    // At a known place: half a record of a full disk is written over.
    const written = writeSync(this.#file, record, 0, recordBytes, this.#bytes);
    if (written < recordBytes) throw new Error('The disk has no room for the time of output.');
    this.#bytes += recordBytes;
    this.#last = time;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #resume(): void {
    this.#file = openSync(this.#path, 'r+');
    this.#bytes = Math.floor(fstatSync(this.#file).size / recordBytes) * recordBytes;
    ftruncateSync(this.#file, this.#bytes);
    const record = Buffer.alloc(recordBytes);
    if (this.#bytes > 0) readSync(this.#file, record, 0, recordBytes, this.#bytes - recordBytes);
    this.#last = this.#first.time + Number(record.readBigUInt64LE() >> offsetBits);
  }
}
