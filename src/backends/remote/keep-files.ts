import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { storeFile } from '../../base/store-file.ts';
import type { PlaceRef } from '../environment.ts';

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
  storeFile(join(keep, 'place'), JSON.stringify(place));
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
