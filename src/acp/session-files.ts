import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../base/remove-folder.ts';

/**
 * Files from which the MCP servers of the sessions read which session they serve. The servers are started before the
 * session has an id, and called only afterwards. The folder is private, and removed with the host.
 */
export class SessionFiles {
  readonly folder = mkdtempSync(join(tmpdir(), 'ringback-acp-'));
  #count = 0;

  /** The path of a file that does not exist yet. */
  next(): string {
    this.#count += 1;
    return join(this.folder, String(this.#count));
  }

  write(file: string, session: string): void {
    writeFileSync(file, session, { mode: 0o600 });
  }

  remove(): void {
    removeFolder(this.folder);
  }
}
