import { formatTable } from '../format/table.ts';

export const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l';
/** Back to the screen as it was, with its cursor, and lines that wrap. */
export const leave = '\x1b[?7h\x1b[?25h\x1b[?1049l';

type Size = { readonly cols: number; readonly rows: number };

/** A whole screen: drawn over the one before, so that nothing flickers. */
export function drawFrame(summary: string, rows: readonly (readonly string[])[], size: Size): string {
  const room = Math.max(2, size.rows - 2);
  const hidden = rows.length - room;
  const table = formatTable(rows.slice(0, hidden > 0 ? room - 1 : room), size.cols).split('\n');
  const [header = '', ...lines] = table;
  const all = [
    summary,
    '',
    `\x1b[7m${header.padEnd(size.cols)}\x1b[0m`,
    ...lines,
    ...(hidden > 0 ? [`… and ${hidden + 1} more`] : []),
  ];
  return `\x1b[H${all.map((line) => `${line}\x1b[K`).join('\r\n')}\x1b[J`;
}
