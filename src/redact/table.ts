import type { Detector } from './detector.ts';
import { lookBack } from './limits.ts';
import { isNumber, isPath, isPlaceholder, isPlainWord, looksUnlikeWord } from './plain-value.ts';
import { kindOfName, type NameKind } from './secret-name.ts';
import { vagueness } from './span.ts';

const longestHeader = 512;
const mostRows = 200;
const words =
  'secret password passwd passphrase pass token api client access private auth session refresh bearer'.split(
    ' ',
  );
const heading = /^"?[A-Za-z][\w .-]{0,40}"?$/;

/** A table with columns separated by commas, semicolons or tabs, whose header names one of them as a secret. */
export const tableDetector: Detector = {
  anchors: [',', ';', '\t'].flatMap((separator) =>
    words.flatMap((word) => [separator + word, `${separator}"${word}`]),
  ),
  look(text, at, { spans }) {
    const separator = text.charAt(at);
    const from = Math.max(0, at - longestHeader);
    const start = from + text.slice(from, at).lastIndexOf('\n') + 1;
    const end = text.slice(start, start + 2 * longestHeader).indexOf('\n') + start;
    if (end < at) return;
    const headings = text.slice(start, end).split(separator);
    if (!headings.every((one) => heading.test(one))) return;
    const column = text.slice(start, at).split(separator).length;
    const kind = kindOfName((headings[column] ?? '').replaceAll('"', '').replaceAll(' ', '_'));
    if (kind !== 'password' && kind !== 'secret') return;
    let row = end + 1;
    for (let count = 0; count < mostRows && row < text.length && row - end < lookBack; count++) {
      const [line = ''] = text.slice(row, row + 4096).split('\n', 1);
      const cells = cellsOf(line, separator);
      if (cells.length !== headings.length) return;
      const cell = cells[column];
      if (cell && isSecret(line.slice(cell.start, cell.end), kind))
        spans.push({
          start: row + cell.start,
          end: row + cell.end,
          id: 'named-secret',
          vagueness: vagueness.structure,
        });
      row += line.length + 1;
    }
  },
};

type Cell = { readonly start: number; readonly end: number };

/** Without their quotes. */
function cellsOf(line: string, separator: string): Cell[] {
  const cells: Cell[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= line.length; at++) {
    const character = line.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    if (at < line.length && (isQuoted || character !== separator)) continue;
    const quote = line.charAt(start) === '"' && at - start > 1 ? 1 : 0;
    cells.push({ start: start + quote, end: at - quote });
    start = at + 1;
  }
  return cells;
}

function isSecret(text: string, kind: NameKind): boolean {
  if (text.length < 3 || isPlaceholder(text) || isPlainWord(text) || isPath(text)) return false;
  if (isNumber(text)) return kind === 'password' && text.length >= 4;
  return kind === 'password' || looksUnlikeWord(text);
}
