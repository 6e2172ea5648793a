import { randomBytes } from 'node:crypto';
import type { Place } from '../environment.ts';
import { collect, drain, exchangeAll, nameList, namesIn } from './exchange.ts';
import { type ListOptions, listFolder } from './list-folder.ts';
import { type ManifestFiles, manifestName, stampName } from './manifest-file.ts';
import { planSync } from './plan.ts';
import { LOOK, PUT, REMOVE } from './scripts.ts';
import { tarSize, writeTar } from './tar-writer.ts';

export type Progress = { readonly files: number; readonly bytes: number; readonly sentBytes: number };

export type SendUp = {
  readonly place: Pick<Place, 'run'>;
  /** Stands for the place: what was sent to another one is not there. */
  readonly placeKey: string;
  readonly local: string;
  readonly to: string;
  /** There, private: stamps. */
  readonly stamps: string;
  readonly manifests: ManifestFiles;
  readonly list: ListOptions;
  readonly delete: boolean;
  /** Set: after it results will come back. */
  readonly processId: string | undefined;
  readonly signal: AbortSignal;
  progress(progress: Progress): void;
};

export type Sent = { readonly files: number; readonly bytes: number; readonly leftOut: readonly string[] };

/** Afterwards everything that may be sent is there as it is here. Only what has changed since the last time is sent. */
export async function sendUp(options: SendUp): Promise<Sent> {
  const { place, local, to, stamps, manifests, signal } = options;
  const name = manifestName(local, options.placeKey, to);
  const stampFile = stampName(to);
  const [{ entries, leftOut }, there] = await Promise.all([
    listFolder(local, options.list),
    look(options, stampFile),
  ]);
  const known = manifests.read(name, there.stamp);
  const plan = planSync(entries, known ?? [], known && there.untouched, { delete: options.delete });
  const { send, remove } = plan;
  if (remove.length > 0) {
    const input = nameList(remove.map(({ path }) => path));
    await exchangeAll(place, { script: REMOVE, args: [to], input, read: drain, signal });
  }
  const isSame = known !== undefined && send.length === 0 && known.length === entries.length;
  if (isSame) return { files: 0, bytes: 0, leftOut };

  const stamp = randomBytes(16).toString('hex');
  const size = tarSize(send);
  const unsteady = new Set<string>();
  const files = send.filter(({ kind }) => kind !== 'folder').length;
  const chunks = async function* () {
    let sentBytes = 0;
    for await (const chunk of writeTar(local, send, (path) => unsteady.add(path))) {
      options.progress({ files, bytes: size, sentBytes });
      // Before the last of it is there, and with it the stamp.
      sentBytes += chunk.length;
      if (sentBytes === size)
        manifests.store(
          name,
          stamp,
          entries.filter(({ path }) => !unsteady.has(path)),
        );
      yield chunk;
    }
  };
  const args = [to, stamps, stampFile, stamp];
  await exchangeAll(place, { script: PUT, args, input: { size, chunks: chunks() }, read: drain, signal });
  manifests.keepOnly(name, stamp);
  return { files, bytes: size, leftOut };
}

async function look(options: SendUp, stampFile: string) {
  const { place, to, stamps, processId = '', signal } = options;
  const bytes = await exchangeAll(place, {
    script: LOOK,
    args: [to, stamps, stampFile, processId],
    read: collect,
    signal,
  });
  const end = bytes.indexOf(0);
  return { stamp: bytes.toString('latin1', 0, end), untouched: new Set(namesIn(bytes.subarray(end + 1))) };
}
