import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RingbackError } from '../base/errors.ts';

export type Prebuilt = { readonly path: string; readonly bytes: Buffer; readonly hash: string };

/**
 * The keeper that the package was published with, if it has one for this architecture. It is run with the rights of the
 * user, here and elsewhere, so it has to be the very one that SHA256SUMS names.
 */
export function readPrebuilt(root: string, architecture: string): Prebuilt | undefined {
  const name = `${architecture}/ringback-keeper`;
  const path = join(root, 'keeper/prebuilt', name);
  if (!existsSync(path)) return undefined;
  const bytes = readFileSync(path);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const expected = readSums(join(root, 'keeper/prebuilt/SHA256SUMS')).get(name);
  if (hash === expected) return { path, bytes, hash };
  const fault = expected ? `SHA256SUMS beside it says ${expected}` : 'no SHA256SUMS beside it names it';
  throw new RingbackError(
    'no_keeper',
    `${path} is not the keeper that was published: its SHA-256 is ${hash}, and ${fault}.`,
    `Install Ringback again, or build a keeper with: sh ${join(root, 'keeper/build.sh')} (needs a C compiler)`,
  );
}

/** By file name, as sha256sum writes them. */
function readSums(file: string): Map<string, string> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const rows = text.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm);
  return new Map(Array.from(rows, ([, hash = '', name = '']) => [name, hash]));
}
