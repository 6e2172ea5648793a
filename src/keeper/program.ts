import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RingbackError } from '../base/errors.ts';
import { packageRoot } from '../base/programs.ts';
import { readPrebuilt } from './prebuilt.ts';

/** The keeper program: `RINGBACK_KEEPER`, the one built here, or the prebuilt one of this machine's kind. */
export function findKeeperProgram(env: NodeJS.ProcessEnv = process.env, root = packageRoot): string {
  if (env.RINGBACK_KEEPER) {
    if (existsSync(env.RINGBACK_KEEPER)) return env.RINGBACK_KEEPER;
    throw new RingbackError('no_keeper', `RINGBACK_KEEPER names ${env.RINGBACK_KEEPER}, which is not there.`);
  }
  const built = join(root, 'keeper/build/ringback-keeper');
  if (existsSync(built)) return built;
  const prebuilt = readPrebuilt(root, process.arch);
  if (prebuilt) return prebuilt.path;
  throw new RingbackError(
    'no_keeper',
    `The keeper program is missing: neither ${built} nor a prebuilt one for ${process.arch} exists.`,
    `Build it with: sh ${join(root, 'keeper/build.sh')} (needs a C compiler)`,
  );
}
