import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivate } from '../../../base/private-file.ts';
import { storeFile } from '../../../base/store-file.ts';

/** The editor goes back no further. */
const MOST = 100;
/** The file is written anew when it has grown to several times that. */
const MOST_IN_FILE = 4 * MOST;
/** A pasted novel is not for the history. */
const MOST_CHARACTERS = 10_000;

/** What was said at the prompts of a home, the oldest first: one line of JSON each, in a private file. */
export class History {
  readonly #path: string;

  constructor(home: string) {
    this.#path = join(home, 'chat-history');
  }

  read(): string[] {
    return this.#lines().slice(-MOST).flatMap(parse);
  }

  /** A home that cannot be written to has no history; it is not worth a word. */
  add(text: string): void {
    if (text.length > MOST_CHARACTERS) return;
    try {
      makePrivate(this.#path);
      appendFileSync(this.#path, `${JSON.stringify(text)}\n`);
      const lines = this.#lines();
      if (lines.length > MOST_IN_FILE) storeFile(this.#path, `${lines.slice(-MOST).join('\n')}\n`);
    } catch {}
  }

  #lines(): string[] {
    try {
      return readFileSync(this.#path, 'utf8').split('\n').filter(Boolean);
    } catch {
      return [];
    }
  }
}

/** A line that was cut short by a full disk is left out. */
function parse(line: string): string[] {
  try {
    const text: unknown = JSON.parse(line);
    return typeof text === 'string' ? [text] : [];
  } catch {
    return [];
  }
}
