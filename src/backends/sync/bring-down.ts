import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { RingbackError } from '../../base/errors.ts';
import type { Place } from '../environment.ts';
import { isSafePath } from './entry.ts';
import { collect, exchange, exchangeAll, nameList, namesIn } from './exchange.ts';
import { explainFailure } from './explain.ts';
import { matcher } from './ignore-rules.ts';
import { whyNotTake } from './may-take.ts';
import { putResult, whyNotPut } from './put-result.ts';
import { GET, LIST } from './scripts.ts';
import type { SyncFile } from './sync-file.ts';
import { readTar, type TarEntry } from './tar-reader.ts';

export type Refused = { readonly path: string; readonly why: string };

export type Brought = {
  readonly files: number;
  readonly bytes: number;
  readonly refused: readonly Refused[];
  /** What there said while it was packed, where that was not whole. */
  readonly trouble?: string;
};

/** What matches the patterns and was made or changed since the start there, or is missing here, comes back. */
export async function bringDown(
  place: Pick<Place, 'run'>,
  processId: string,
  sync: SyncFile,
  signal: AbortSignal,
): Promise<Brought> {
  const { wanted, refused } = await choose(place, processId, sync, signal);
  if (wanted.length === 0) return { files: 0, bytes: 0, refused };
  const asked = new Set(wanted);
  const taken = new Set<string>();
  let files = 0;
  let bytes = 0;
  const take = async (entry: TarEntry) => {
    if (asked.has(entry.path) && (await isSameLink(sync.local, entry))) {
      asked.delete(entry.path);
      return;
    }
    const why = await takeOne(entry, asked, taken, sync);
    asked.delete(entry.path);
    if (why) refused.push({ path: entry.path, why });
    else {
      if (entry.kind !== 'link') taken.add(entry.path);
      files += 1;
      bytes += entry.size;
    }
  };
  const { code, stderr } = await exchange(place, {
    script: GET,
    args: [sync.to],
    input: nameList(wanted),
    read: async (output) => {
      for await (const entry of readTar(output)) await take(entry);
    },
    signal,
  });
  for (const path of asked) refused.push({ path, why: 'it did not come' });
  // What did come is here; what is amiss is said beside it.
  return { files, bytes, refused, ...(code !== 0 && { trouble: explainFailure(code, stderr).message }) };
}

async function choose(place: Pick<Place, 'run'>, processId: string, sync: SyncFile, signal: AbortSignal) {
  const { to, stamps, down, local } = sync;
  const args = [to, stamps, processId];
  const names = namesIn(await exchangeAll(place, { script: LIST, args, read: collect, signal }));
  // Without the mark of its start everything may be new.
  const changedCount = names.indexOf('');
  const isWanted = matcher(down);
  const wanted = new Set<string>();
  const refused: Refused[] = [];
  for (const [at, path] of names.entries()) {
    if (path === '' || wanted.has(path)) continue;
    if (!isSafePath(path)) {
      if (path.includes('\uFFFD')) refused.push({ path, why: 'its name is not text' });
      continue;
    }
    if (!isWanted(path)) continue;
    const isOld = changedCount !== -1 && at > changedCount;
    const why = await whyNotPut(local, path, isOld ? { sentAt: -1, overwrite: false } : sync);
    if (!why) wanted.add(path);
    else if (!isOld) refused.push({ path, why });
  }
  return { wanted: [...wanted], refused };
}

/** Not every tar gives a link its time: one that was sent seems to have been made there. */
async function isSameLink(local: string, { kind, path, target }: TarEntry): Promise<boolean> {
  return kind === 'link' && (await readlink(join(local, path)).catch(() => undefined)) === target;
}

async function takeOne(
  entry: TarEntry,
  asked: ReadonlySet<string>,
  taken: ReadonlySet<string>,
  sync: SyncFile,
): Promise<string | undefined> {
  const why = whyNotTake(entry, asked);
  if (why) return why;
  if (entry.kind === 'hardlink' && !taken.has(entry.target.replace(/^(\.\/)+/, '')))
    return 'it is linked to something that did not come';
  try {
    return await putResult(sync.local, entry, sync);
  } catch (error) {
    if (error instanceof RingbackError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new RingbackError('failed', 'The disk here is full.', 'Make room; what is there stays there.');
    if (code === undefined) throw error;
    return message;
  }
}
