import { type FileHandle, realpath } from 'node:fs/promises';
import { hashOf, stampOf } from '../fingerprint.ts';
import type { SeenFiles } from '../seen.ts';

/** Of a larger file only size and times are remembered: what was not asked for is not read. */
const HASHED_BYTES = 1024 * 1024;

/** To be confirmed when it was shown: one that changed meanwhile counts as changed since. */
export async function rememberSeen(
  seen: SeenFiles,
  file: FileHandle,
  path: string,
): Promise<{ confirm(): Promise<void> }> {
  const real = await realpath(path);
  const before = await file.stat({ bigint: true });
  const hash = before.size <= HASHED_BYTES ? hashOf(await readWhole(file, Number(before.size))) : undefined;
  return {
    async confirm() {
      const stamp = stampOf(before);
      const isSame = stampOf(await file.stat({ bigint: true })) === stamp;
      seen.set(real, isSame && hash !== undefined ? { stamp, hash } : { stamp });
    },
  };
}

async function readWhole(file: FileHandle, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
  return buffer.subarray(0, bytesRead);
}
