import { RingbackError } from '../base/errors.ts';

/** Missing, or a link, a socket or a pipe in its place (damage). */
const absent = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']);

/** The oldest middle of a log may be deleted at any moment: that is a gap, not a failure. */
export function vanished(error: unknown): boolean {
  return absent.has(errorCode(error) ?? '');
}

/** A file that exists and cannot be read is not a gap: its bytes are not gone. */
export function readFailure(path: string, error: unknown): RingbackError {
  const reason = errorCode(error) ?? String(error);
  return new RingbackError(
    'failed',
    `cannot read ${path}: ${reason}`,
    'check its owner, its mode and the disk',
  );
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
