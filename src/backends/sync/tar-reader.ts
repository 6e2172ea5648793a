import { defined } from '../../base/defined.ts';
import { RingbackError } from '../../base/errors.ts';

const BLOCK = 512;
/** Of a name, or of the names and numbers of a pax header. */
const LONGEST_TEXT = 1024 * 1024;

export type TarEntry = {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'hardlink' | 'other';
  readonly mode: number;
  readonly size: number;
  readonly mtimeMs: number;
  /** Of links: where they lead. */
  readonly target: string;
  /** What it holds; what of it is not read is passed over. */
  readonly body: AsyncIterable<Buffer>;
};

/** What the next entry is called, where its header cannot say it. */
type Extra = { path?: string; linkpath?: string; size?: string; mtime?: string };

/** What is in one tar or several, one behind the other, whoever wrote them: GNU's, busybox' or BSD's. Nothing is believed. */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new Bytes(chunks);
  let extra: Extra = {};
  for (;;) {
    const block = await bytes.take(BLOCK);
    if (!block) return;
    if (block.every((byte) => byte === 0)) continue;
    checkSum(block);
    const type = String.fromCharCode(block[156] ?? 0);
    const size = numberIn(block, 124, 12);
    if (type === 'L' || type === 'K' || type === 'x' || type === 'g') {
      const text = await bytes.text(size);
      if (type === 'L') extra.path = upToZero(text);
      else if (type === 'K') extra.linkpath = upToZero(text);
      else if (type === 'x') extra = { ...extra, ...paxRecords(text) };
      continue;
    }
    const entry = toEntry(block, type, size, extra);
    extra = {};
    const body = bytes.chunks(entry.size);
    yield { ...entry, body };
    for await (const _ of body);
    await bytes.skip((BLOCK - (entry.size % BLOCK)) % BLOCK);
  }
}

const kinds: Readonly<Record<string, TarEntry['kind']>> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '1': 'hardlink',
  '2': 'link',
  '5': 'folder',
};

function toEntry(block: Buffer, type: string, size: number, extra: Extra): Omit<TarEntry, 'body'> {
  const isUstar = block.toString('latin1', 257, 263) === 'ustar\0';
  const prefix = isUstar ? textIn(block, 345, 155) : '';
  const name = textIn(block, 0, 100);
  const path = extra.path ?? (prefix ? `${prefix}/${name}` : name);
  const kind = kinds[type] ?? 'other';
  const isEmpty = kind === 'link' || kind === 'hardlink' || kind === 'folder';
  return {
    path: path.replace(/^(\.\/)+/, '').replace(/\/$/, ''),
    kind: kind === 'file' && path.endsWith('/') ? 'folder' : kind,
    mode: numberIn(block, 100, 8) & 0o777,
    size: isEmpty ? 0 : extra.size === undefined ? size : wholeNumber(extra.size),
    mtimeMs: extra.mtime === undefined ? numberIn(block, 136, 12) * 1000 : Number(extra.mtime) * 1000 || 0,
    target: extra.linkpath ?? textIn(block, 157, 100),
  };
}

function paxRecords(text: string): Extra {
  const bytes = Buffer.from(text);
  const found: Record<string, string> = {};
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(' ', at);
    const length = space === -1 ? 0 : Number(bytes.toString('latin1', at, space));
    if (!Number.isSafeInteger(length) || length <= space - at) throw damaged();
    const record = bytes.toString('utf8', space + 1, at + length - 1);
    const equals = record.indexOf('=');
    if (equals > 0) found[record.slice(0, equals)] = record.slice(equals + 1);
    at += length;
  }
  const { path, linkpath, size, mtime } = found;
  return defined({ path, linkpath, size, mtime });
}

function checkSum(block: Buffer): void {
  const given = numberIn(block, 148, 8);
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (given !== sum) throw damaged();
}

function numberIn(block: Buffer, at: number, length: number): number {
  const first = block[at] ?? 0;
  if (first === 0x80 && length === 12) return safe(Number(block.readBigUInt64BE(at + 4)));
  // A time before 1970.
  if (first === 0xff) return 0;
  const text = textIn(block, at, length).trim();
  return text === '' ? 0 : /^[0-7]+$/.test(text) ? safe(Number.parseInt(text, 8)) : fail();
}

function wholeNumber(text: string): number {
  return /^\d+$/.test(text) ? safe(Number(text)) : fail();
}

function safe(value: number): number {
  return Number.isSafeInteger(value) ? value : fail();
}

function textIn(block: Buffer, at: number, length: number): string {
  return upToZero(block.toString('utf8', at, at + length));
}

function upToZero(text: string): string {
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}

function fail(): never {
  throw damaged();
}

function damaged(): RingbackError {
  return new RingbackError('failed', 'The tar archive that came back is incomplete.');
}

/** A stream of bytes, taken in pieces as large as one likes. */
class Bytes {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Undefined at the end. */
  async take(size: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    let taken = 0;
    while (taken < size) {
      const part = await this.#next(size - taken);
      if (!part && taken === 0) return undefined;
      if (!part) throw damaged();
      parts.push(part);
      taken += part.length;
    }
    return Buffer.concat(parts);
  }

  async text(size: number): Promise<string> {
    if (size > LONGEST_TEXT) throw damaged();
    const padded = Math.ceil(size / BLOCK) * BLOCK;
    return ((padded > 0 && (await this.take(padded))) || Buffer.alloc(0)).toString('utf8', 0, size);
  }

  async *chunks(size: number): AsyncGenerator<Buffer> {
    let left = size;
    try {
      while (left > 0) {
        const part = await this.#next(left);
        if (!part) throw damaged();
        left -= part.length;
        yield part;
      }
    } finally {
      // Whoever leaves early leaves the rest to nobody.
      await this.skip(left);
    }
  }

  async skip(size: number): Promise<void> {
    for (let left = size; left > 0; ) {
      const part = await this.#next(left);
      if (!part) return;
      left -= part.length;
    }
  }

  async #next(most: number): Promise<Buffer | undefined> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return undefined;
      this.#rest = value;
    }
    const part = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(part.length);
    return part;
  }
}
