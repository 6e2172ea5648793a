import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { RingbackError } from '../../base/errors.ts';
import type { Entry } from './entry.ts';

const BLOCK = 512;
const CHUNK = 256 * 1024;
/** What is read at once, and so many of them ahead. */
const SMALL = 64 * 1024;
const AHEAD = 16;
/** The end of an archive. */
const END = 2 * BLOCK;
/** What eight octal digits less one can say. */
const LARGEST_OCTAL = 8 ** 11 - 1;

/** How large the archive of these entries is, to the byte. */
export function tarSize(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + headersSize(entry) + padded(entry.size), END);
}

/**
 * A tar of what is in a folder, of exactly the size that was said before, whatever becomes of the files meanwhile: what
 * vanished is left out, what shrank is filled up. `unsteady` hears of all that was not sent as it was listed. GNU's form,
 * which every tar reads: busybox knows no other for long names.
 */
export async function* writeTar(
  root: string,
  entries: readonly Entry[],
  unsteady: (path: string) => void,
): AsyncGenerator<Buffer> {
  let left = tarSize(entries);
  for await (const chunk of gathered(blocksOf(root, entries, unsteady))) {
    left -= chunk.length;
    yield chunk;
  }
  for (; left > 0; left -= CHUNK) yield Buffer.alloc(Math.min(left, CHUNK));
}

/** Small files are read ahead, several at a time: each costs little but the waiting. */
async function* blocksOf(
  root: string,
  entries: readonly Entry[],
  unsteady: (path: string) => void,
): AsyncGenerator<Buffer> {
  const ahead: Promise<Buffer[]>[] = [];
  try {
    for (const [at, entry] of entries.entries()) {
      for (let next = at + ahead.length; next < entries.length && ahead.length < AHEAD; next += 1) {
        const one = entries[next];
        const reading = one && isSmall(one) ? readSmall(root, one, unsteady) : Promise.resolve([]);
        // Its failure is met when its turn comes.
        reading.catch(() => {});
        ahead.push(reading);
      }
      const read = await ahead.shift();
      if (entry.kind !== 'file') yield headersOf(entry);
      else if (isSmall(entry)) yield* read ?? [];
      else yield* fileBlocks(root, entry, unsteady);
    }
  } finally {
    await Promise.allSettled(ahead);
  }
}

function isSmall({ kind, size }: Entry): boolean {
  return kind === 'file' && size <= SMALL;
}

async function readSmall(root: string, entry: Entry, unsteady: (path: string) => void): Promise<Buffer[]> {
  const blocks: Buffer[] = [];
  for await (const block of fileBlocks(root, entry, unsteady)) blocks.push(block);
  return blocks;
}

/** In pieces that are worth a write. */
async function* gathered(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const block of blocks) {
    waiting.push(block);
    size += block.length;
    if (size < CHUNK) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

async function* fileBlocks(
  root: string,
  entry: Entry,
  unsteady: (path: string) => void,
): AsyncGenerator<Buffer> {
  const file = await openToSend(join(root, entry.path));
  if (!file) return unsteady(entry.path);
  try {
    yield headersOf(entry);
    yield* contents(file, entry.size);
    yield Buffer.alloc(padded(entry.size) - entry.size);
    const { size, mtimeMs } = await file.stat();
    if (size !== entry.size || mtimeMs !== entry.mtimeMs) unsteady(entry.path);
  } finally {
    await file.close();
  }
}

/** Undefined: it is gone, or something else by now. */
async function openToSend(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENOTDIR') return undefined;
    throw new RingbackError(
      'failed',
      `A file that is to be sent cannot be read: ${message}.`,
      'Name it in .ringbackignore where it is not needed there.',
    );
  }
}

async function* contents(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const buffer = Buffer.alloc(Math.min(CHUNK, size - at));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    // It shrank: zeros up to what the header says.
    const chunk = bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead);
    at += chunk.length;
    yield chunk;
  }
}

function headersSize({ path, kind, target = '' }: Entry): number {
  const name = Buffer.byteLength(path) + (kind === 'folder' ? 1 : 0);
  const long = [name, Buffer.byteLength(target)].filter((length) => length > 99);
  return long.reduce((sum, length) => sum + BLOCK + padded(length + 1), BLOCK);
}

function headersOf(entry: Entry): Buffer {
  const name = Buffer.from(entry.kind === 'folder' ? `${entry.path}/` : entry.path);
  const target = Buffer.from(entry.target ?? '');
  return Buffer.concat([
    ...(target.length > 99 ? longName('K', target) : []),
    ...(name.length > 99 ? longName('L', name) : []),
    header(name, target, entry),
  ]);
}

function longName(type: 'K' | 'L', name: Buffer): Buffer[] {
  const size = name.length + 1;
  const head = header(Buffer.from('././@LinkLong'), Buffer.alloc(0), { type, mode: 0o644, size, mtimeMs: 0 });
  return [head, Buffer.concat([name, Buffer.alloc(padded(size) - name.length)])];
}

const types = { file: '0', link: '2', folder: '5' } as const;
type Head = Pick<Entry, 'mode' | 'size' | 'mtimeMs'> & { kind?: Entry['kind']; type?: string };

function header(name: Buffer, target: Buffer, entry: Head): Buffer {
  const block = Buffer.alloc(BLOCK);
  const isFolder = entry.kind === 'folder';
  name.copy(block, 0, 0, 99);
  // Where a folder were closed to its owner, nothing could be put into it.
  block.write(octal(isFolder ? entry.mode | 0o700 : entry.mode, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  writeNumber(block, 124, entry.size);
  const seconds = Math.floor(isFolder ? Date.now() / 1000 : entry.mtimeMs / 1000);
  writeNumber(block, 136, Math.max(0, seconds));
  block.write(entry.type ?? types[entry.kind ?? 'file'], 156);
  target.copy(block, 157, 0, 99);
  block.write('ustar  ', 257);
  block.fill(' ', 148, 156);
  let sum = 0;
  for (const byte of block) sum += byte;
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function octal(value: number, width: number): string {
  return value.toString(8).padStart(width - 1, '0');
}

/** Twelve bytes. */
function writeNumber(block: Buffer, at: number, value: number): void {
  if (value <= LARGEST_OCTAL) {
    block.write(octal(value, 12), at);
    return;
  }
  block[at] = 0x80;
  block.writeBigUInt64BE(BigInt(value), at + 4);
}

function padded(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}
