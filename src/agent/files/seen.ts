import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { isStorageTrouble } from '../../base/storage-trouble.ts';
import { storeFile } from '../../base/store-file.ts';

/** `hash`: of a file that was small enough to be read whole. */
export type Seen = { readonly stamp: string; readonly hash?: string };

const entries = z.array(
  z.tuple([z.string(), z.object({ stamp: z.string(), hash: z.exactOptional(z.string()) })]),
);

/** The longest unseen are forgotten: their edits are not checked, but must still match exactly. */
const MOST = 200;

/** What files were like when the conversation last saw them; kept through restarts. */
export class SeenFiles {
  readonly #path: string;
  readonly #seen: Map<string, Seen>;

  constructor(path: string) {
    this.#path = path;
    this.#seen = new Map(load(path));
  }

  get(path: string): Seen | undefined {
    return this.#seen.get(path);
  }

  set(path: string, seen: Seen): void {
    this.#seen.delete(path);
    this.#seen.set(path, seen);
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= MOST) break;
      this.#seen.delete(oldest);
    }
    this.#store();
  }

  #store(): void {
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      storeFile(this.#path, JSON.stringify([...this.#seen]));
    } catch (error) {
      // Reading goes on when the disk is full.
      if (!isStorageTrouble(error)) throw error;
    }
  }
}

/** Without it nothing was seen. */
function load(path: string): [string, Seen][] {
  try {
    return z.parse(entries, JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return [];
  }
}
