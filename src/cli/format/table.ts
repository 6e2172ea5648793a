import { stripVTControlCharacters } from 'node:util';
import { cleanText } from '../../output/clean-text.ts';

/** Rows in columns. The last column is cut if a line would be wider than `width`. */
export function formatTable(rows: readonly (readonly string[])[], width: number): string {
  const columnCount = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columnCount }, (_, column) =>
    Math.max(...rows.map((row) => visibleLength(row[column] ?? ''))),
  );
  const lastStart = widths.slice(0, -1).reduce((sum, each) => sum + each + 2, 0);
  const lastWidth = Math.max(8, width - lastStart);
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === columnCount - 1 ? shorten(cell, lastWidth) : pad(cell, widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Narrower than this, two columns are hard to read. */
const TWO_COLUMNS = 60;

/** A list of names and descriptions, in lines of at most `width`. */
export function formatList(rows: readonly (readonly [string, string])[], width: number): string {
  if (width < TWO_COLUMNS)
    return rows
      .flatMap(([name, text]) => [
        `  ${name.trimEnd()}`,
        ...wrap(text, width - 6).map((line) => `    ${line}`),
      ])
      .join('\n');
  const indent = Math.max(...rows.map(([name]) => name.trimEnd().length)) + 4;
  return rows
    .flatMap(([name, text]) =>
      wrap(text, Math.max(20, width - indent)).map((line, index) =>
        index === 0 ? `  ${name.trimEnd().padEnd(indent - 2)}${line}` : ' '.repeat(indent) + line,
      ),
    )
    .join('\n');
}

/** Breaks a text between words. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** One line of visible characters, at most `length` long. */
export function shorten(text: string, length: number): string {
  const line = cleanText(text)
    .replace(/\s*\n\s*/g, ' ⏎ ')
    .replaceAll('\t', ' ');
  const characters = Array.from(line);
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join('')}…`;
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - visibleLength(cell)));
}

function visibleLength(text: string): number {
  return Array.from(stripVTControlCharacters(text)).length;
}
