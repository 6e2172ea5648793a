import { closeSync, openSync, readSync } from 'node:fs';

/** Directly from the kernel: loading node:crypto costs the command line 5 ms. */
export function randomBytes(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  const source = openSync('/dev/urandom', 'r');
  try {
    readSync(source, bytes);
  } finally {
    closeSync(source);
  }
  return bytes;
}
