import { readFileSync } from 'node:fs';

/** Longer than any key of today's agents. */
const LONGEST_KEY = 300;

/**
 * The session that an agent's plugin wrote last (RINGBACK_SESSION_FILE): an agent switches to another conversation
 * while its children live, and their environment names the first one.
 */
export function readSessionFile(file: string | undefined): string | undefined {
  if (!file) return undefined;
  try {
    const key = readFileSync(file, 'utf8').trim();
    return key.length <= LONGEST_KEY && /^[\x21-\x7e]+$/.test(key) ? key : undefined;
  } catch {
    // Not written yet, or by another version of the plugin: the environment decides.
    return undefined;
  }
}
