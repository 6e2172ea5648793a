import type { NeedsInputEvent } from '../wire/events.ts';
import type { NotifyContext } from './context.ts';

/** What was told of prompts, and to which of them a person has said something. */
export class Prompts {
  readonly #context: NotifyContext;

  constructor(context: NotifyContext) {
    this.#context = context;
  }

  /** Undefined: nobody was to be told of it. */
  told(processId: string, promptId: string): NeedsInputEvent | undefined {
    const told = this.#context.ledger.byKey(`needs_input:${processId}:${promptId}`);
    return told?.event.type === 'needs_input' ? (told.event as NeedsInputEvent) : undefined;
  }

  isSettled(processId: string, promptId: string): boolean {
    const row = this.#database
      .prepare('SELECT 1 FROM settled_prompts WHERE process_id = ? AND prompt_id = ?')
      .get(processId, promptId);
    return row !== undefined;
  }

  /** Answered or declined by a person: it is not asked again. Of the prompts of a process only the last matters. */
  settle(processId: string, promptId: string): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO settled_prompts (process_id, prompt_id) VALUES (?, ?)')
      .run(processId, promptId);
  }

  forget(processId: string): void {
    this.#database.prepare('DELETE FROM settled_prompts WHERE process_id = ?').run(processId);
  }

  get #database() {
    return this.#context.host.store.database;
  }
}
