import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { delegatesFolder } from '../../base/home.ts';
import { databasePath } from './database.ts';
import { Rows } from './rows.ts';
import { spentSince } from './steps.ts';

const BUSY_MS = 5_000;

/** In US dollars, by all conversations of a home and by delegates of our own, each of which has a database of its own. */
export function spentInHome(home: string, since: number): number {
  return [home, ...foldersIn(delegatesFolder(home))]
    .map(databasePath)
    .filter((path) => hasChanged(path, since))
    .reduce((sum, path) => sum + spentIn(path, since), 0);
}

function foldersIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

/** What is new is in the log beside it first. */
function hasChanged(path: string, since: number): boolean {
  return [path, `${path}-wal`].some(
    (file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since,
  );
}

/** One that is being made, or removed, has nothing to say. */
function spentIn(path: string, since: number): number {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
    try {
      return spentSince(new Rows(database), since);
    } finally {
      database.close();
    }
  } catch {
    return 0;
  }
}
