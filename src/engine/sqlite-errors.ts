/** SQLite's primary result codes that we act on; extended codes carry the primary one in their low byte. */
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

export function isBusy(error: unknown): boolean {
  return primaryCode(error) === SQLITE_BUSY;
}

export function isCorrupt(error: unknown): boolean {
  const code = primaryCode(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return Number(error.errcode) & 0xff;
}
