import type { Pattern } from './pattern.ts';

/** No secret is longer: what a rule leaves open ends here, so that no match looks further. */
const longest = 4096;

/** The pattern as JavaScript source without flags; case is folded where it must be, by `(?i:…)`. */
export function printPattern(pattern: Pattern): string {
  return joinFolded(pieces(pattern));
}

type Piece = { readonly text: string; readonly foldsCase: boolean };

function pieces(pattern: Pattern): Piece[] {
  switch (pattern.kind) {
    case 'choice':
      return [plain(pattern.options.map(printPattern).join('|'))];
    case 'sequence':
      return pattern.items.flatMap(pieces);
    case 'edge':
      return [plain(pattern.source)];
    case 'one':
      return [{ text: printOne(pattern), foldsCase: pattern.foldsCase && hasLetters(pattern.source) }];
    case 'group':
      return printGroup(pattern);
    case 'repeat': {
      const item = pieces(pattern.item);
      const [only] = item;
      const count = printCount(pattern.min, pattern.max) + (pattern.isLazy ? '?' : '');
      if (item.length === 1 && only) return [{ text: only.text + count, foldsCase: only.foldsCase }];
      throw new Error('only a group or a character can be repeated');
    }
  }
}

function printGroup({ item, isCaptured, look }: Extract<Pattern, { kind: 'group' }>): Piece[] {
  const inner = pieces(item);
  // One fold around the whole group reads better than one around each part of it.
  const foldsCase = inner.some((piece) => piece.foldsCase) && inner.every(isFoldable);
  const text = foldsCase ? inner.map((piece) => piece.text).join('') : joinFolded(inner);
  return [{ text: `(${look ? `?${look}` : isCaptured ? '' : '?:'}${text})`, foldsCase }];
}

function isFoldable({ text, foldsCase }: Piece): boolean {
  return foldsCase || !hasLetters(text);
}

function joinFolded(all: readonly Piece[]): string {
  const runs: Piece[] = [];
  for (const piece of all) {
    const last = runs.at(-1);
    if (last?.foldsCase === piece.foldsCase) {
      runs[runs.length - 1] = { text: last.text + piece.text, foldsCase: piece.foldsCase };
    } else runs.push(piece);
  }
  return runs.map(({ text, foldsCase }) => (foldsCase ? `(?i:${text})` : text)).join('');
}

function printOne({ source, literal }: Extract<Pattern, { kind: 'one' }>): string {
  if (literal === undefined) return source.startsWith('[') ? source.replaceAll('\\x60', '`') : source;
  return /[\\^$.*+?()[\]{}|/]/.test(literal) ? `\\${literal}` : literal === '\n' ? '\\n' : literal;
}

function printCount(min: number, max: number): string {
  if (min === 0 && max === 1) return '?';
  if (min === max) return min === 1 ? '' : `{${min}}`;
  return `{${min},${Math.min(max, longest)}}`;
}

function hasLetters(source: string): boolean {
  return /[a-zA-Z]/.test(source.replace(/\\[a-zA-Z]/g, ''));
}

function plain(text: string): Piece {
  return { text, foldsCase: false };
}
