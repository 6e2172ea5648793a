import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checksum } from '../../keeper/exit.ts';
import type { Started } from '../../keeper/launcher-child.ts';
import type { Fields } from '../../keeper/record.ts';
import type { PlaceRef } from '../environment.ts';

/** The files of a local keep that stand for what its keeper has elsewhere. */

/** `place`: where the process is. It goes when nothing of it is left there. */
export type PlaceFile = {
  readonly ref: PlaceRef;
  /** The keep there. */
  readonly keep: string;
  /** The machine that it was started on: a host's name may lead to several that share its files. */
  readonly node?: string;
  /** A job that was handed to a batch system. */
  readonly isJob?: boolean;
};

export function storePlace(keep: string, place: PlaceFile): void {
  mkdirSync(keep, { recursive: true, mode: 0o700 });
  store(keep, 'place', JSON.stringify(place));
}

export function readPlace(keep: string): PlaceFile | undefined {
  try {
    const place = JSON.parse(readFileSync(join(keep, 'place'), 'utf8')) as PlaceFile;
    return typeof place.keep === 'string' && typeof place.ref === 'object' ? place : undefined;
  } catch {
    return undefined;
  }
}

export function forgetPlace(keep: string): void {
  rmSync(join(keep, 'place'), { force: true });
}

/** Who it is there; of use to whoever finds this keep without a database. */
export function storeMeta(keep: string, id: string, started: Started): void {
  const { pid, keeperPid, startedAt, pty, ptyNote } = started;
  const entries = { version: 1, id, pid, keeper_pid: keeperPid, started_at: startedAt, pty: Number(pty) };
  const text = toText(Object.entries({ ...entries, ...(ptyNote && { pty_note: ptyNote }) }));
  store(keep, 'meta', text);
}

/** The exit as the keeper there said it, in the form of its own file. */
export function storeExit(keep: string, fields: Fields): void {
  const body = toText([...fields].filter(([key]) => key !== 'complete'));
  store(keep, 'exit', `${body}complete=${checksum(body)}\n`);
}

/** An entry with a line end in it would be read as another one: what a place says must not become what we know. */
function toText(entries: readonly (readonly [string, unknown])[]): string {
  return entries
    .map(([key, value]) => `${key}=${value}`)
    .filter((line) => !line.includes('\n'))
    .map((line) => `${line}\n`)
    .join('');
}

function store(keep: string, name: string, text: string): void {
  const path = join(keep, name);
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
