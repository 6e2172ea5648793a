import { closeSync, openSync, readSync } from 'node:fs';

const POOL_BYTES = 1024;

let pool: Buffer = Buffer.alloc(0);

/** Directly from the kernel: loading node:crypto costs the command line 5 ms. Many at a time: asking takes 50 µs. */
export function randomBytes(count: number): Buffer {
  if (pool.length < count) pool = fromKernel(Math.max(count, POOL_BYTES));
  const bytes = Buffer.from(pool.subarray(0, count));
  pool.fill(0, 0, count);
  pool = pool.subarray(count);
  return bytes;
}

function fromKernel(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  const source = openSync('/dev/urandom', 'r');
  try {
    readSync(source, bytes);
  } finally {
    closeSync(source);
  }
  return bytes;
}
