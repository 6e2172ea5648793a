import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { RingbackError } from '../../base/errors.ts';
import { unlessAborted } from '../../base/unless-aborted.ts';
import type { Place, Program } from '../environment.ts';
import { explainFailure } from './explain.ts';

export type Exchange<T> = {
  readonly script: string;
  readonly args: readonly string[];
  readonly input?: {
    readonly size: number;
    readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  };
  /** What came out behind the mark; it is read to its end. */
  readonly read: (output: AsyncIterable<Buffer>) => Promise<T>;
  readonly signal: AbortSignal;
};

export type Exchanged<T> = { readonly value: T; readonly code: number; readonly stderr: string };

/** Where nothing moves for so long nobody is there. */
const SILENCE_MS = 120_000;
/** Names of millions of files. */
const LIST_LIMIT_BYTES = 256 * 1024 * 1024;
/** What start-up files may print before our script, and what it prints though it should not. */
const NOISE_LIMIT_BYTES = 1024 * 1024;

/** Runs one of the scripts: something goes in, something comes out, at the speed of the slower side. */
export async function exchange<T>(place: Pick<Place, 'run'>, options: Exchange<T>): Promise<Exchanged<T>> {
  const { script, args, input, read, signal } = options;
  const mark = `ringback-${randomBytes(12).toString('hex')}:`;
  const silence = new AbortController();
  const timer = setTimeout(
    () => silence.abort(new RingbackError('failed', `No data was transferred for ${SILENCE_MS / 1000} s.`)),
    SILENCE_MS,
  );
  const stop = AbortSignal.any([signal, silence.signal]);
  const words = ['/bin/sh', '-c', script, 'sh', mark, String(input?.size ?? 0), ...args];
  try {
    const program = await unlessAborted(place.run(words), stop, hangUp);
    // Whoever feeds or reads it is set free too.
    stop.addEventListener('abort', () => hangUp(program), { once: true });
    try {
      const feeding = feed(program, watched(input?.chunks ?? [], timer));
      const value = await unlessAborted(read(behind(mark, watched(program.stdout, timer))), stop);
      const troubleHere = await unlessAborted(feeding, stop);
      const { code, stderr } = await unlessAborted(program.ended, stop);
      if (troubleHere) throw troubleHere;
      if (code === null)
        throw new RingbackError(
          'unreachable',
          `The connection broke: ${stderr.trim() || 'no reason was given'}.`,
        );
      return { value, code, stderr };
    } finally {
      hangUp(program);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** For scripts whose failure is the end of it. */
export async function exchangeAll<T>(place: Pick<Place, 'run'>, options: Exchange<T>): Promise<T> {
  const { value, code, stderr } = await exchange(place, options);
  if (code !== 0) throw explainFailure(code, stderr);
  return value;
}

/** Comes back with what was wrong on this side. That the program did not want to read on, its end tells better. */
async function feed(program: Program, chunks: AsyncIterable<Uint8Array>): Promise<Error | undefined> {
  let trouble: Error | undefined;
  const guarded = async function* () {
    const source = chunks[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await source.next().catch((error) => {
          trouble = error;
          throw error;
        });
        if (next.done) return;
        // What is thrown in here comes from the other side.
        yield next.value;
      }
    } finally {
      await source.return?.(undefined);
    }
  };
  await pipeline(
    Readable.from(guarded(), { objectMode: false, highWaterMark: 1 << 18 }),
    program.stdin,
  ).catch(() => {});
  return trouble;
}

async function* watched<T>(chunks: AsyncIterable<T> | Iterable<T>, timer: NodeJS.Timeout): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    timer.refresh();
    yield chunk;
  }
}

/** Only as much is looked at again as may be the beginning of the mark: a place may print for ever. */
async function* behind(mark: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let before: Buffer | undefined = Buffer.alloc(0);
  let noise = 0;
  for await (const chunk of chunks) {
    if (before === undefined) {
      yield chunk;
      continue;
    }
    const heard: Buffer = Buffer.concat([before, chunk]);
    const at = heard.indexOf(mark);
    if (at === -1) {
      noise = refuseNoise(noise + chunk.length);
      before = heard.subarray(-mark.length + 1);
      continue;
    }
    before = undefined;
    const rest = heard.subarray(at + mark.length);
    if (rest.length > 0) yield rest;
  }
}

function refuseNoise(bytes: number): number {
  if (bytes > NOISE_LIMIT_BYTES)
    throw new RingbackError(
      'failed',
      `More than ${NOISE_LIMIT_BYTES} bytes of unexpected output came back.`,
      'Look at what the start-up files of the shell there print.',
    );
  return bytes;
}

function hangUp(program: Program): void {
  program.close();
  program.stdin.destroy();
  program.stdout.destroy();
}

/** For scripts that have nothing to say. */
export async function drain(output: AsyncIterable<Buffer>): Promise<void> {
  let noise = 0;
  for await (const chunk of output) noise = refuseNoise(noise + chunk.length);
}

export async function collect(output: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of output) {
    size += chunk.length;
    if (size > LIST_LIMIT_BYTES) throw new RingbackError('failed', 'There are too many files there.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Names as find prints them, below the folder; squeezed where the place can do that. */
export function namesIn(bytes: Buffer): string[] {
  const isSqueezed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isSqueezed ? gunzipSync(bytes, { maxOutputLength: LIST_LIMIT_BYTES }) : bytes;
  return plain
    .toString()
    .split('\0')
    .slice(0, -1)
    .map((name) => name.replace(/^\.\//, ''));
}

/** The form that xargs reads; no name looks like an option. */
export function nameList(paths: readonly string[]): { size: number; chunks: Buffer[] } {
  const bytes = Buffer.from(paths.map((path) => `./${path}\0`).join(''));
  return { size: bytes.length, chunks: [bytes] };
}
