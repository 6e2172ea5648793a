import { appendFileSync, readFileSync } from 'node:fs';

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
  appendFileSync(path, `${JSON.stringify(entry)}\n`);
}

/** A line that the death of its writer has cut was never acted upon. */
export function readJournal(path: string): Entry[] {
  try {
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Entry);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
