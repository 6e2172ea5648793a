import * as journal from '../support/journal.ts';

/** What a client of the campaign knows, written before it goes on: it survives its own death. */
export type Entry =
  | { readonly what: 'started'; readonly planned: string; readonly id: string }
  /** A wake-up. */
  | { readonly what: 'set'; readonly planned: string }
  /** A turn came; not acknowledged yet. */
  | { readonly what: 'given'; readonly at: number; readonly session: string; readonly told: readonly Told[] }
  | { readonly what: 'acknowledged'; readonly ids: readonly string[] }
  /** The session learned of the end by what it did itself. */
  | { readonly what: 'consumed'; readonly processId: string };

export type Told = { readonly id: string; readonly type: string; readonly processId: string | null };

export function note(path: string, entry: Entry): void {
  journal.note(path, entry);
}

export function readJournal(path: string): Entry[] {
  return journal.readJournal(path);
}

/** Planned processes that run or ran, and the ids that the engine gave them. */
export function startedIn(journal: readonly Entry[]): Map<string, string> {
  return new Map(journal.flatMap((entry) => (entry.what === 'started' ? [[entry.planned, entry.id]] : [])));
}
