import type { FileHandle } from 'node:fs/promises';
import { behindNewline, countNewlines } from '../../../output/newlines.ts';

const CHUNK_BYTES = 256 * 1024;

/** The bytes of a file from an offset on. `room`: where each overwrites the one before. */
export async function* chunksFrom(
  file: FileHandle,
  offset: number,
  signal: AbortSignal,
  room?: Buffer,
): AsyncGenerator<Buffer> {
  for (let at = offset; ; ) {
    signal.throwIfAborted();
    const { buffer, bytesRead } = await file.read(room ?? Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Where a line (from 1) begins, or how many there are. */
export async function findLine(
  file: FileHandle,
  line: number,
  signal: AbortSignal,
): Promise<{ readonly offset: number } | { readonly lines: number }> {
  if (line === 1) return { offset: 0 };
  let offset = 0;
  let newlines = 0;
  let endsInside = false;
  for await (const chunk of chunksFrom(file, 0, signal, Buffer.alloc(CHUNK_BYTES))) {
    const found = countNewlines(chunk);
    endsInside = chunk.at(-1) !== 0x0a;
    if (newlines + found >= line - 1) {
      const at = offset + (behindNewline(chunk, line - 1 - newlines) ?? chunk.length);
      const isLast = newlines + found === line - 1 && at === offset + chunk.length;
      if (!isLast) return { offset: at };
    }
    newlines += found;
    offset += chunk.length;
  }
  return { lines: newlines + (endsInside ? 1 : 0) };
}
