import { Readable, Writable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { withinMs } from '../../../base/within-ms.ts';
import type { Program, ProgramEnd } from '../../environment.ts';
import type { ContainerProcess, Sandbox } from './library.ts';

/** Each write is one call, which must not grow past what the service takes. */
const LARGEST_WRITE = 1 << 20;
const KEPT_STDERR_BYTES = 4096;
/** Asked only when both its outputs are over: it has ended, or is about to. */
const LONGEST_WAIT_MS = 60_000;

/** Runs a program in a sandbox. Its streams are calls of their own, which the SDK resumes where they broke. */
export async function exec(sandbox: Sandbox, args: readonly string[]): Promise<Program> {
  const process = await sandbox.exec([...args], { mode: 'binary' });
  const stdin = writableTo(process);
  const stdout = Readable.fromWeb(process.stdout as NodeReadableStream);
  stdout.on('error', () => {});
  const hungUp = Promise.withResolvers<void>();
  return {
    stdin,
    stdout,
    ended: watchEnd(process, stdout, hungUp.promise),
    close() {
      stdin.end();
      hungUp.resolve();
    },
  };
}

function writableTo({ stdin }: ContainerProcess): Writable {
  const writer = stdin.getWriter();
  writer.closed.catch(() => {});
  const send = async (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; at += LARGEST_WRITE)
      await writer.write(bytes.subarray(at, at + LARGEST_WRITE));
  };
  const writable = new Writable({
    highWaterMark: LARGEST_WRITE,
    write: (chunk: Buffer, _, done) => settle(send(chunk), done),
    // What gathered while a call was under way goes with the next.
    writev: (chunks, done) => settle(send(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer))), done),
    final: (done) => settle(writer.close(), done),
  });
  writable.on('error', () => {});
  return writable;
}

function settle(work: Promise<void>, done: (error?: Error | null) => void): void {
  work.then(
    () => done(),
    (error) => done(error as Error),
  );
}

async function watchEnd(
  process: ContainerProcess,
  stdout: Readable,
  hungUp: Promise<void>,
): Promise<ProgramEnd> {
  const outputOver = new Promise<string>((resolve) => {
    stdout.once('end', () => resolve(''));
    stdout.once('error', (error) => resolve(error.message));
    stdout.once('close', () => resolve('nobody listens any more'));
  });
  const words = keepLast(process.stderr);
  const over = Promise.all([outputOver, words.over]);
  const broken = await Promise.race([over, hungUp.then(() => withinMs(2000, over))]);
  if (!broken) {
    stdout.destroy();
    words.stop();
    return { code: null, stderr: words.text() };
  }
  const reason = broken.find(Boolean);
  if (reason) return { code: null, stderr: words.text() || reason };
  const ended = process.wait().catch(() => null);
  const code = await withinMs(LONGEST_WAIT_MS, ended);
  return { code: code ?? null, stderr: words.text() };
}

function keepLast(stream: ReadableStream<Uint8Array>) {
  let kept: Buffer = Buffer.alloc(0);
  const reader = stream.getReader();
  const read = async (): Promise<string> => {
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return '';
        kept = Buffer.concat([kept, value]).subarray(-KEPT_STDERR_BYTES);
      }
    } catch (error) {
      return (error as Error).message;
    }
  };
  return { over: read(), text: () => kept.toString(), stop: () => void reader.cancel().catch(() => {}) };
}
