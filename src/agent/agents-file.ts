import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Redactor } from '../redact/redactor.ts';

const NAME = 'AGENTS.md';
const MOST_CHARACTERS = 32_000;
/** More than is shown, so that no cut can show half of a secret. */
const MOST_BYTES = 4 * MOST_CHARACTERS + 65_536;

/**
 * What AGENTS.md of a folder says; empty where there is none. The folder may be somebody else's: what lies outside of it, a
 * pipe or a device is not read, and secrets are left out (promise 17).
 */
export function readAgentsFile(folder: string, redactor: Redactor): string {
  try {
    const path = realpathSync(join(folder, NAME));
    if (!path.startsWith(join(realpathSync(folder), sep)))
      return `[It was not read: it is a link to ${redactor.redact(path)}, outside of the folder.]`;
    return readStart(path, redactor);
  } catch {
    return '';
  }
}

function readStart(path: string, redactor: Redactor): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return '';
    const bytes = Buffer.alloc(Math.min(stats.size, MOST_BYTES));
    const text = bytes.toString('utf8', 0, readSync(file, bytes));
    const shown = redactor.redact(text, { to: MOST_CHARACTERS }).trim();
    if (text.length <= MOST_CHARACTERS) return shown;
    return `${shown}\n\n[Cut here, after ${MOST_CHARACTERS} characters; the file has ${stats.size} bytes. Read it for the rest.]`;
  } finally {
    closeSync(file);
  }
}
