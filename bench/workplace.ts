import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder } from '../src/base/remove-folder.ts';
import { choosePlace, type Place } from './disk.ts';
import { childrenOf, whoStandsIn, whoWasGiven } from './proc.ts';
import { compilePrograms, type Programs } from './programs.ts';

export const repository = join(import.meta.dirname, '..');

/** What every measure needs: a folder on a real disk, the programs to start, and how much time there is. */
export class Workplace {
  readonly place: Place;
  readonly folder: string;
  readonly programs: Programs;
  /** Fewer bytes and runs, for a first impression. */
  readonly isQuick: boolean;
  readonly #undo = new AsyncDisposableStack();

  constructor(isQuick: boolean) {
    this.isQuick = isQuick;
    this.place = choosePlace(repository);
    this.folder = mkdtempSync(join(this.place.folder, 'rb-bench-'));
    this.programs = compilePrograms(this.folder);
  }

  /** A folder of its own for `name`. All are removed at the very end: deleting files slows down creating the next. */
  newFolder(name: string): string {
    const folder = mkdtempSync(join(this.folder, `${name}-`));
    chmodSync(folder, 0o700);
    return folder;
  }

  /** Registers what has to be undone even if the bench is interrupted. Returns how to do it now; it is done once. */
  atEnd(undo: () => Promise<void>): () => Promise<void> {
    let undone: Promise<void> | undefined;
    const once = () => {
      undone ??= undo();
      return undone;
    };
    this.#undo.defer(once);
    return once;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#undo.disposeAsync();
    } finally {
      endLeftOver(this.folder);
      removeFolder(this.folder);
    }
  }

  /** Outside the checkout, for what is compared with and not part of this package. */
  static cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
    const base = env.XDG_CACHE_HOME || join(env.HOME ?? '/root', '.cache');
    const folder = join(base, 'ringback-bench');
    mkdirSync(folder, { recursive: true });
    return folder;
  }
}

/**
 * What an interrupted measure was still starting while everything was ended. The folder's name is nobody else's; a keeper
 * is killed before its command, which is then nobody's to start again.
 */
function endLeftOver(folder: string): void {
  for (const pid of [...whoWasGiven(folder), ...whoStandsIn(folder)]) {
    const commands = childrenOf(pid);
    for (const each of [pid, ...commands]) kill(each);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It was faster.
  }
}
