import * as journal from '../support/journal.ts';

/** What a client of the campaign knows, written before it goes on: it survives its own death. */
export type Entry =
  | { readonly what: 'started'; readonly planned: string; readonly id: string }
  | { readonly what: 'typed'; readonly planned: string; readonly count: number }
  | { readonly what: 'killed'; readonly planned: string; readonly survivors: readonly number[] }
  /** Nobody answered there: it was tried again. */
  | { readonly what: 'refused'; readonly doing: string; readonly because: string }
  | { readonly what: 'given'; readonly told: readonly Told[] }
  | { readonly what: 'acknowledged'; readonly ids: readonly string[] };

type Told = { readonly id: string; readonly type: string; readonly processId: string | null };

export function note(path: string, entry: Entry): void {
  journal.note(path, entry);
}

export function readJournal(path: string): Entry[] {
  return journal.readJournal(path);
}
