import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { shortHash } from '../../base/short-hash.ts';
import { storeFile } from '../../base/store-file.ts';
import type { Entry } from './entry.ts';
import type { Manifest } from './plan.ts';

/**
 * What was sent is remembered here, under a stamp; there lies the stamp alone. Where it is another one, or none, somebody
 * else was there or the place is a new one: then nothing is believed to be there.
 */
export class ManifestFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  read(name: string, stamp: string): Manifest | undefined {
    if (!/^[0-9a-f]+$/.test(stamp)) return undefined;
    try {
      const rows = JSON.parse(readFileSync(join(this.#folder, `${name}.${stamp}`), 'utf8')) as unknown;
      return Array.isArray(rows) ? rows.map(toEntry) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Beside the one before, which holds until the stamp there is changed. */
  store(name: string, stamp: string, entries: Manifest): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    storeFile(join(this.#folder, `${name}.${stamp}`), JSON.stringify(entries.map(toRow)));
  }

  /** From now on only this one holds. */
  keepOnly(name: string, stamp: string): void {
    for (const file of readdirSync(this.#folder)) {
      if (file.startsWith(`${name}.`) && file !== `${name}.${stamp}`)
        rmSync(join(this.#folder, file), { force: true });
    }
  }
}

/** Stands for a folder here and the one that it is sent to. */
export function manifestName(local: string, placeKey: string, to: string): string {
  return shortHash([local, placeKey, to].join('\0'), 32);
}

/** The name of the stamp there: whoever sends to the same folder finds the same one. */
export function stampName(to: string): string {
  return shortHash(to, 32);
}

type Row = readonly [
  path: string,
  kind: Entry['kind'],
  mode: number,
  size: number,
  mtimeMs: number,
  target?: string,
];

function toRow({ path, kind, mode, size, mtimeMs, target }: Entry): Row {
  const row = [path, kind, mode, size, mtimeMs] as const;
  return target === undefined ? row : [...row, target];
}

function toEntry([path, kind, mode, size, mtimeMs, target]: Row): Entry {
  return { path, kind, mode, size, mtimeMs, ...(target !== undefined && { target }) };
}
