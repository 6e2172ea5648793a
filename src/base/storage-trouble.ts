import { RingbackError } from './errors.ts';

/** SQLite's primary result codes that we act on; extended codes carry the primary one in their low byte. */
const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

const troubleOfSqlite = new Set([SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN]);
const troubleOfSystem = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS']);

export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_BUSY;
}

export function isCorrupt(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** The disk is full or fails: nothing is wrong with what was asked. */
export function isStorageTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && troubleOfSystem.has(String(error.code))) return true;
  return troubleOfSqlite.has(sqliteCode(error) ?? 0);
}

/** A sentence for the person in place of SQLite's or the system's. */
export function explainStorage(error: unknown, what: string): unknown {
  if (!isStorageTrouble(error)) return error;
  return new RingbackError('failed', `${what}: ${(error as Error).message}.`, 'Is the disk full? See `df`.');
}

function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return Number(error.errcode) & 0xff;
}
