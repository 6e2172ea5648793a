import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { readFailure, vanished } from './failures.ts';

/** A file that is read at given positions only. */
export type PositionalFile = {
  readonly size: number;
  /** Fewer bytes than asked for where the file ends. */
  read(position: number, length: number): Buffer;
};

/** A link or pipe in a file's place can neither redirect nor block a reader. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Open only during one call: thousands of readers hold no descriptors. `undefined`: the file is gone. */
export function withFile<T>(path: string, use: (file: PositionalFile) => T): T | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, flags);
  } catch (error) {
    if (vanished(error)) return undefined;
    throw readFailure(path, error);
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return undefined;
    return use({
      size: stats.size,
      read: (position, length) => readFully(path, descriptor, position, length),
    });
  } finally {
    closeSync(descriptor);
  }
}

function readFully(path: string, descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  try {
    while (filled < length) {
      const count = readSync(descriptor, buffer, filled, length - filled, position + filled);
      if (count === 0) break;
      filled += count;
    }
  } catch (error) {
    throw readFailure(path, error);
  }
  return buffer.subarray(0, filled);
}
