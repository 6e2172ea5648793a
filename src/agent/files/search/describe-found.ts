import type { Redactor } from '../../../redact/redactor.ts';
import { shownPath } from '../place.ts';
import type { SearchEnd } from './job.ts';
import type { Found, FoundFile } from './run-search.ts';

const MOST_CHARACTERS = 30_000;

type Request = { readonly folder: string; readonly hasPattern: boolean; readonly searchMs: number };

/** As `grep -n` shows them: `12:` before a line that matches, `11-` before one around it; each file under its path. */
export function describeFound(redactor: Redactor, { files, end }: Found, request: Request): string {
  const shown: string[] = [];
  let left = MOST_CHARACTERS;
  for (const line of files.flatMap((file) => describeFile(redactor, file))) {
    left -= line.length + 1;
    if (left < 0) break;
    shown.push(line);
  }
  const matches = files.flatMap(({ lines }) => lines.filter(({ isMatch }) => isMatch)).length;
  const counted = request.hasPattern
    ? `${plural(matches, 'matching line')} in ${plural(files.length, 'file')}`
    : plural(files.length, 'file');
  const notes = [
    ...(left < 0 ? ['Cut here, at the limit of an answer: narrow the search.'] : []),
    ...describeEnd(end, request.searchMs),
  ];
  const header = `${shownPath(redactor, request.folder)}: ${counted}`;
  return [header, ...shown, ...notes.map((note) => `[${note}]`)].join('\n');
}

function describeEnd(end: SearchEnd | undefined, searchMs: number): string[] {
  const late = `Stopped after ${searchMs / 1000} s: not everything was searched. Narrow the search.`;
  if (!end) return [late];
  const { stoppedBy, tooLarge, unreadable } = end;
  return [
    ...(stoppedBy === 'limit'
      ? ['Stopped at the limit: more may follow. Narrow the search, or raise it.']
      : []),
    ...(stoppedBy === 'time' ? [late] : []),
    ...(tooLarge > 0
      ? [`${plural(tooLarge, 'file')} above 64 MiB not searched: use grep in a terminal.`]
      : []),
    ...(unreadable > 0 ? [`${plural(unreadable, 'path')} could not be read.`] : []),
  ];
}

function describeFile(redactor: Redactor, { path, lines }: FoundFile): string[] {
  const shown = [shownPath(redactor, path)];
  const hasContext = lines.some(({ isMatch }) => !isMatch);
  let expected: number | undefined;
  for (const { number, text, isMatch } of lines) {
    if (hasContext && expected !== undefined && number > expected) shown.push('--');
    shown.push(`${number}${isMatch ? ':' : '-'}${text}`);
    expected = number + 1;
  }
  return shown;
}

function plural(number: number, one: string): string {
  return `${number} ${number === 1 ? one : `${one}s`}`;
}
