import type { Entry } from '../store/entries.ts';

const LONGEST_PIECE = 4_000;
const SHORTEST_PIECE = 100;

/** What was said as plain text, at most so many characters: long pieces are cut in the middle, then the oldest are left out. */
export function transcript(entries: readonly Entry[], limit: number): string {
  const pieces = entries.flatMap(piecesOf);
  let longest = LONGEST_PIECE;
  let cut = pieces.map((piece) => shorten(piece, longest));
  while (lengthOf(cut) > limit && longest > SHORTEST_PIECE) {
    longest /= 2;
    cut = pieces.map((piece) => shorten(piece, longest));
  }
  let left = 0;
  while (lengthOf(cut.slice(left)) > limit && left < cut.length - 1)
    left += Math.ceil((cut.length - left) / 10);
  return [...(left > 0 ? [`[… ${left} earlier pieces are left out …]`] : []), ...cut.slice(left)].join(
    '\n\n',
  );
}

function piecesOf(entry: Entry): string[] {
  if (entry.kind !== 'step') return [`${entry.kind.toUpperCase()}: ${entry.content.map(textOf).join('\n')}`];
  const answers = new Map(entry.answers.map(({ id, output }) => [id, output]));
  return entry.content.flatMap((part) => {
    if (part.type === 'reasoning') return [];
    if (part.type === 'text') return [`YOU: ${part.text}`];
    const call = `YOU CALLED ${part.tool} ${JSON.stringify(part.input)}`;
    return [call, `RESULT: ${answers.get(part.id) ?? 'none'}`];
  });
}

function textOf(part: { readonly type: string; readonly text?: string }): string {
  return part.text ?? '[an image]';
}

function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = Math.floor(longest / 2);
  return `${text.slice(0, half)} […] ${text.slice(-half)}`.toWellFormed();
}

function lengthOf(pieces: readonly string[]): number {
  return pieces.reduce((all, piece) => all + piece.length + 2, 0);
}
