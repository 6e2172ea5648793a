import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from '@earendil-works/pi-tui';
import { cleanText } from '../../../output/clean-text.ts';

/** What stands at the right is not moved further away than this. */
const WIDEST = 100;
const GAP = 2;

/** Text from elsewhere (a model, a process, a ring) as one line that cannot steer the terminal. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** Text from elsewhere as lines. A tab would be wider than it is counted. */
export function cleanLines(text: string): string[] {
  return cleanText(text).replaceAll('\t', '    ').replace(/\n+$/, '').split('\n');
}

/** At most so many columns; where something is cut off there is `…`. */
export function cut(text: string, width: number): string {
  return truncateToWidth(text, Math.max(1, width), '…');
}

/** `left` is cut rather than `right`, which says how it stands. */
export function spread(left: string, right: string, width: number): string {
  const room = Math.min(width, WIDEST);
  if (right === '') return cut(left, room);
  const end = cut(right, room);
  const space = room - visibleWidth(end) - GAP;
  if (space < 1) return end;
  const begin = cut(left, space);
  return `${begin}${' '.repeat(space - visibleWidth(begin) + GAP)}${end}`;
}

/** Wrapped between words, every line after `indent`. */
export function wrapIndented(text: string, width: number, indent: string): string[] {
  const room = Math.max(1, width - visibleWidth(indent));
  return text.split('\n').flatMap((line) => wrapTextWithAnsi(line, room).map((part) => indent + part));
}
