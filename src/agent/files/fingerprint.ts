import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Differs when a file was replaced or written to. Two writes within a tick of the clock can have the same. */
export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(':');
}
