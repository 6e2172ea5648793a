import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RingbackError } from '../base/errors.ts';

/** The keeper program: `RINGBACK_KEEPER`, the one built here, or the prebuilt one of this machine's kind. */
export function findKeeperProgram(env: NodeJS.ProcessEnv = process.env): string {
  if (env.RINGBACK_KEEPER) {
    if (existsSync(env.RINGBACK_KEEPER)) return env.RINGBACK_KEEPER;
    throw new RingbackError('no_keeper', `RINGBACK_KEEPER names ${env.RINGBACK_KEEPER}, which is not there.`);
  }
  const root = packageRoot(import.meta.dirname);
  const candidates = [
    join(root, 'keeper/build/ringback-keeper'),
    join(root, 'keeper/prebuilt', process.arch, 'ringback-keeper'),
  ];
  const found = candidates.find((path) => existsSync(path));
  if (found) return found;
  throw new RingbackError(
    'no_keeper',
    `The keeper program is missing: neither ${candidates.join(' nor ')} exists.`,
    `Build it with: sh ${join(root, 'keeper/build.sh')} (needs a C compiler)`,
  );
}

/** Code runs from src/keeper/ in a clone and from dist/ when published: the root is where package.json is. */
function packageRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return from;
  }
}
