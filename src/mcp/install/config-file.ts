import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { RingbackError } from '../../base/errors.ts';

const MARK = '\uFEFF';
const MOST_LINKS = 40;

/** A configuration file as it was read. One that does not exist yet is empty. */
export type ConfigFile = {
  /** Behind all links: what is written is the file itself, so that a link stays one. */
  readonly path: string;
  readonly text: string;
  /** Some editors begin a file with a byte order mark; parsers know nothing of it. */
  readonly mark: string;
  readonly stats: Stats | null;
};

export function readConfigFile(named: string): ConfigFile {
  return explained(named, () => {
    const path = followLinks(named);
    const stats = statSync(path, { throwIfNoEntry: false }) ?? null;
    const content = stats ? decode(named, readFileSync(path)) : '';
    const mark = content.startsWith(MARK) ? MARK : '';
    return { path, text: content.slice(mark.length), mark, stats };
  });
}

/** What happened to a file: somebody else may have written it since it was read. */
export type Replacement =
  | { readonly type: 'written'; readonly backup: string | null }
  | { readonly type: 'stale' };

type Options = { readonly newMode: number; readonly keepsBackup: boolean };

/** By rename, so that a reader finds the old or the new file and never half of one. */
export function replaceConfigFile(file: ConfigFile, text: string, options: Options): Replacement {
  return explained(file.path, () => {
    refuseReadOnly(file);
    mkdirSync(dirname(file.path), { recursive: true });
    const draft = `${file.path}.ringback-${process.pid}`;
    try {
      writeDraft(draft, file.stats, file.mark + text, options.newMode);
      if (!isUnchanged(file)) return { type: 'stale' };
      const backup = file.stats && options.keepsBackup ? keepBackup(file.path) : null;
      renameSync(draft, file.path);
      return { type: 'written', backup };
    } finally {
      rmSync(draft, { force: true });
    }
  });
}

function writeDraft(draft: string, stats: Stats | null, content: string, newMode: number): void {
  const mode = stats ? stats.mode & 0o7777 : newMode;
  const descriptor = openSync(draft, 'wx', mode);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  if (stats && (stats.uid !== process.getuid?.() || stats.gid !== process.getgid?.())) {
    chownSync(draft, stats.uid, stats.gid);
  }
  chmodSync(draft, mode);
}

function isUnchanged({ path, text, mark, stats }: ConfigFile): boolean {
  const now = statSync(path, { throwIfNoEntry: false });
  return now ? stats !== null && readFileSync(path, 'utf8') === mark + text : stats === null;
}

/** The first one stays: it is the file as it was before we ever touched it. */
function keepBackup(path: string): string | null {
  const backup = `${path}.ringback-backup`;
  try {
    copyFileSync(path, backup, constants.COPYFILE_EXCL);
    return backup;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
}

/** A rename would replace such a file without asking; whoever locked it meant it. */
function refuseReadOnly({ path, stats }: ConfigFile): void {
  if (!stats || (stats.mode & 0o222) !== 0) return;
  throw new RingbackError(
    'failed',
    `${path} is read-only; it was not changed.`,
    'Make it writable, or, if something else generates it, add there what --print shows.',
  );
}

/** As realpath does, but to where a dangling link points too. */
function followLinks(named: string): string {
  let path = resolve(named);
  for (let count = 0; count < MOST_LINKS; count++) {
    if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
    path = resolve(dirname(path), readlinkSync(path));
  }
  throw new RingbackError('failed', `${named} is part of a loop of symbolic links.`, 'Remove it.');
}

function decode(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new RingbackError('failed', `${path} is not UTF-8 text; it was not changed.`, 'Convert it first.');
  }
}

function explained<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof RingbackError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EISDIR' ? 'it is a folder' : message;
    throw new RingbackError('failed', `${path} cannot be edited: ${reason}.`, 'Nothing was changed.');
  }
}
