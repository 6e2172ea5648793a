import { cutToLast } from './cut.ts';
import { show, withheldMark } from './shown.ts';
import type { Source } from './source.ts';
import { lookAtLast } from './window.ts';

/** The last `characters` up to `end`. */
export function viewTail(source: Source, characters: number, end: number): string {
  const to = Math.min(end, source.output.end);
  const shown = show(lookAtLast(source, 0, to, characters));
  const mark = withheldMark(shown);
  if (mark.length > characters) return '';
  return cutToLast(shown, characters - mark.length).text + mark;
}

/** What is new since `cursor`, its last `characters`, and where to continue reading. */
export function viewNews(
  source: Source,
  cursor: number,
  characters: number,
  end: number,
): { text: string; end: number } {
  const to = Math.max(cursor, Math.min(end, source.output.end));
  const shown = show(lookAtLast(source, cursor, to, characters));
  return { text: cutToLast(shown, characters).text, end: shown.end };
}
