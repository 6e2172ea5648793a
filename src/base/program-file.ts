import { statSync } from 'node:fs';

/**
 * Tells whether the file of this program is another one by now: it was upgraded, and what it has not loaded yet is gone. In the
 * middle of an upgrade there may be no file, and nobody could start it again.
 */
export function watchProgramFile(path = process.argv[1] ?? ''): () => boolean {
  const before = identityOf(path);
  return () => {
    const now = identityOf(path);
    return now !== undefined && now !== before;
  };
}

function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
}

/** An import of something that was there when the program was built. */
export function isMissingModule(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
