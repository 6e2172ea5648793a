import { appendFileSync, readFileSync } from 'node:fs';

/** What a client knows, written before it goes on: it survives its own death. */
export function note(path: string, entry: object): void {
  // A writer that is killed may leave half a line: the next one does not go on in it.
  appendFileSync(path, `\n${JSON.stringify(entry)}`);
}

/** Without the lines that the death of their writer has cut: nothing was done on their account. */
export function readJournal<Entry>(path: string): Entry[] {
  const text = readFileSync(path, { encoding: 'utf8', flag: 'a+' });
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Entry];
    } catch {
      return [];
    }
  });
}
