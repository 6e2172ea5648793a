import { shortHash } from '../../base/short-hash.ts';

/** What every provider takes. */
const LONGEST_NAME = 64;
const HASH_LENGTH = 8;

/**
 * `server_tool`, of letters, digits, `_` and `-`. Where that is too long, or a name of `taken`, a hash of both tells it from the
 * others: the same in every life.
 */
export function toolName(server: string, tool: string, taken: ReadonlySet<string>): string {
  const plain = `${server}_${tool}`.replace(/[^\w-]/g, '_');
  if (plain.length <= LONGEST_NAME && !taken.has(plain)) return plain;
  const hash = shortHash(JSON.stringify([server, tool]), HASH_LENGTH);
  return `${plain.slice(0, LONGEST_NAME - HASH_LENGTH - 1)}_${hash}`;
}
