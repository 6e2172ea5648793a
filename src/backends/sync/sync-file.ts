import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storeFile } from '../../base/store-file.ts';

/** `sync` in a local keep: what is to come back when the process has ended. */
export type SyncFile = {
  /** The folder here, without links in its path. */
  readonly local: string;
  /** The folder there. */
  readonly to: string;
  /** Where its stamps are there. */
  readonly stamps: string;
  readonly down: readonly string[];
  readonly overwrite: boolean;
  readonly downSeconds: number;
  /** What was changed here later is newer than what was sent. */
  readonly sentAt: number;
};

export function storeSync(keep: string, sync: SyncFile): void {
  mkdirSync(keep, { recursive: true, mode: 0o700 });
  storeFile(join(keep, 'sync'), JSON.stringify(sync));
}

export function readSync(keep: string): SyncFile | undefined {
  try {
    return JSON.parse(readFileSync(join(keep, 'sync'), 'utf8')) as SyncFile;
  } catch {
    return undefined;
  }
}
