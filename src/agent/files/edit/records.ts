import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { shortHash } from '../../../base/short-hash.ts';
import { syncFolder, writeDurably } from './durable.ts';

const editRecord = z.object({
  path: z.string(),
  /** Where the new text is until it takes the file's place. */
  draft: z.string(),
  /** Hashes of the file; null: there was none. */
  before: z.nullable(z.string()),
  after: z.string(),
  /** What the model is told. */
  answer: z.string(),
});

export type EditRecord = z.output<typeof editRecord>;

/** Only calls of the last step can be repeated: far fewer than this. */
const KEPT = 200;
/** Removed so many at a time. */
const SPARE = 50;

/**
 * What edits were about to do, by the id of their call: written before the file is replaced, and marked as done
 * afterwards. A call that is repeated after a crash finds its own.
 */
export class EditRecords {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async find(id: string): Promise<{ readonly record: EditRecord; readonly isDone: boolean } | undefined> {
    const done = await this.#load(this.#path(id, 'done'));
    if (done) return { record: done, isDone: true };
    const begun = await this.#load(this.#path(id, 'begun'));
    return begun && { record: begun, isDone: false };
  }

  async begin(id: string, record: EditRecord): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#prune();
    const path = this.#path(id, 'begun');
    await writeDurably(`${path}.new`, Buffer.from(JSON.stringify(record)), 0o600);
    await rename(`${path}.new`, path);
    await syncFolder(this.#folder);
  }

  /** Whatever becomes of the file from now on: it was done. */
  async finish(id: string): Promise<void> {
    await rename(this.#path(id, 'begun'), this.#path(id, 'done'));
  }

  #path(id: string, state: 'begun' | 'done'): string {
    return join(this.#folder, `${shortHash(id, 32)}.${state}`);
  }

  async #load(path: string): Promise<EditRecord | undefined> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    return text === undefined ? undefined : z.parse(editRecord, JSON.parse(text));
  }

  /** The oldest go, with what they left beside their file. */
  async #prune(): Promise<void> {
    const names = await readdir(this.#folder);
    if (names.length < KEPT + SPARE) return;
    const aged = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(this.#folder, name))).mtimeMs })),
    );
    aged.sort((a, b) => b.at - a.at);
    for (const { name } of aged.slice(KEPT)) {
      const path = join(this.#folder, name);
      const record = name.endsWith('.begun') ? await this.#load(path) : undefined;
      if (record) await rm(record.draft, { force: true });
      await rm(path, { force: true });
    }
  }
}
