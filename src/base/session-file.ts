import { readFileSync } from 'node:fs';

/** Longer than any key of today's agents; what is beyond is no key. */
const LONGEST_KEY = 300;

/**
 * The session that an agent's plugin wrote down last (RINGBACK_SESSION_FILE): an agent goes on to another conversation
 * while its children live, and what stood in their environment is of the first one.
 */
export function readSessionFile(file: string | undefined): string | undefined {
  if (!file) return undefined;
  try {
    const key = readFileSync(file, 'utf8').trim();
    return key.length <= LONGEST_KEY && /^[\x21-\x7e]+$/.test(key) ? key : undefined;
  } catch {
    // Not written yet, or a plugin of another time: the environment tells.
    return undefined;
  }
}
