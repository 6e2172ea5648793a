import type { Rows } from './rows.ts';

/** Where the commands of a conversation run since its last `cd`, as the result of that has said. */
export class ShellFolders {
  readonly #rows: Rows;
  /** A long conversation in which nobody moves is not read again for every call. */
  readonly #known = new Map<string, string | undefined>();

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  /** Undefined: in the folder of the conversation. */
  get(conversation: string): string | undefined {
    if (!this.#known.has(conversation)) this.#known.set(conversation, this.#read(conversation));
    return this.#known.get(conversation);
  }

  moved(conversation: string): void {
    this.#known.delete(conversation);
  }

  #read(conversation: string): string | undefined {
    const row = this.#rows.get(
      `SELECT output ->> 'cwd' AS folder FROM calls WHERE conversation = ? AND tool = 'terminal' AND state = 'answered'
         AND instr(output, '"cwd":') AND json_valid(output) AND output ->> 'cwd' LIKE '/%'
       ORDER BY step DESC, place DESC LIMIT 1`,
      conversation,
    );
    return row && String(row.folder);
  }
}
