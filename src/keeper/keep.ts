import { closeSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processesFolder } from '../base/home.ts';
import { storeFile } from '../base/store-file.ts';
import { type ExitRecord, encodeExitFile, parseExitFile } from './exit.ts';
import { numberField, parseRecord, timeField, truthField } from './frames/record.ts';
import type { Started } from './started.ts';

/** What a keep's small files say. All of these answer undefined for a file that is missing, cut or garbage. */

/** No file of a keep but its output is larger than this; a larger one is damaged. */
const LARGEST_SMALL_FILE = 16 * 1024 * 1024;

export function keepFolder(home: string, id: string): string {
  return join(processesFolder(home), id);
}

export type Meta = {
  readonly id: string;
  readonly pid: number;
  readonly keeperPid: number;
  readonly startedAt: number;
  readonly pty: boolean;
  readonly cols: number;
  readonly rows: number;
  readonly ptyNote: string | undefined;
  readonly cgroup: string | undefined;
};

export function readMeta(keep: string): Meta | undefined {
  // All there is when the keeper died while the kernel was loading the program.
  const text = readSmall(keep, 'meta') || readSmall(keep, 'meta.new');
  const fields = parseRecord(text, '\n');
  const pid = numberField(fields, 'pid');
  const keeperPid = numberField(fields, 'keeper_pid');
  const startedAt = timeField(fields, 'started_at');
  if (pid === undefined || keeperPid === undefined || startedAt === undefined) return undefined;
  return {
    id: fields.get('id') ?? '',
    pid,
    keeperPid,
    startedAt,
    pty: truthField(fields, 'pty'),
    cols: numberField(fields, 'cols') ?? 0,
    rows: numberField(fields, 'rows') ?? 0,
    ptyNote: fields.get('pty_note'),
    cgroup: fields.get('cgroup'),
  };
}

export function readExit(keep: string): ExitRecord | undefined {
  return parseExitFile(readSmall(keep, 'exit'));
}

/** The engine's own text, as parsed JSON. */
export function readSpec(keep: string): unknown {
  try {
    return JSON.parse(readSmall(keep, 'spec'));
  } catch {
    return undefined;
  }
}

export function storeSpec(keep: string, text: string): void {
  storeFile(join(keep, 'spec'), text);
}

/** Of a process elsewhere, as its keeper there said it: for whoever finds this keep without a database. */
export function storeMeta(keep: string, id: string, started: Started): void {
  const { pid, keeperPid, startedAt, pty, ptyNote = '' } = started;
  const fields = { version: 1, id, pid, keeper_pid: keeperPid, started_at: startedAt, pty: Number(pty) };
  const entries = Object.entries(fields).map(([key, value]) => `${key}=${value}\n`);
  // A line end would begin another entry: what a place says must not become what we know.
  if (ptyNote && !ptyNote.includes('\n')) entries.push(`pty_note=${ptyNote}\n`);
  storeFile(join(keep, 'meta'), entries.join(''));
}

/** Of a process elsewhere. */
export function storeExit(keep: string, exit: ExitRecord): void {
  storeFile(join(keep, 'exit'), encodeExitFile(exit));
}

/**
 * Decides that the process of this keep shall never start: a keeper that comes later finds the name taken.
 * False when somebody was faster.
 */
export function claimKeep(keep: string): boolean {
  try {
    closeSync(openSync(join(keep, 'control'), 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readSmall(keep: string, name: string): string {
  try {
    const path = join(keep, name);
    // Asked first: most of 500 running processes have no `exit`, and an exception costs ten times a stat.
    // A link could lead to another keep, and its status would be taken for this one's.
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() && stats.size <= LARGEST_SMALL_FILE ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}
