import { readPieces } from './read.ts';
import { type Output, startOfKept } from './segments.ts';
import { type CleanOptions, type CleanText, cleanWithGaps, lastCharacters } from './text.ts';

export type TailOptions = CleanOptions & {
  /** The tail as it was when this many bytes were printed; default: all. */
  readonly end?: number;
};

/** `isWhole`: it begins with the first byte ever printed. */
type Tail = CleanText & { readonly isWhole: boolean };

const firstWindow = 16 * 1024;
const widestWindow = 1024 * 1024;

/**
 * The last `characters` of the cleaned text. More is read only if many bytes give little text (escape codes, progress
 * bars), up to a bound: then the tail is shorter.
 */
export function tailText(output: Output, characters: number, options: TailOptions = {}): string {
  return tailWithGaps(output, characters, options).text;
}

/** The same, with the positions before which bytes are missing. */
export function tailWithGaps(output: Output, characters: number, options: TailOptions = {}): Tail {
  const end = Math.min(options.end ?? output.end, output.end);
  const most = widestWindow + 4 * characters;
  for (let window = firstWindow + 4 * characters; ; window = Math.min(most, window * 8)) {
    const from = startOfKept(output, end, window);
    const read = cleanWithGaps(readPieces(output, from, end), options);
    const whole = from === 0 ? read.text : withoutCutLine(read.text);
    if (from > 0 && whole.length < characters && window < most) continue;
    const text = lastCharacters(whole, characters);
    const left = read.text.length - text.length;
    return {
      text,
      gaps: read.gaps.map((gap) => gap - left).filter((gap) => gap >= 0),
      isWhole: from === 0 && left === 0,
    };
  }
}

/** The first line of a window may begin inside an escape code; it is dropped, unless it is the only one. */
function withoutCutLine(text: string): string {
  const lineStart = text.indexOf('\n') + 1;
  return lineStart > 0 && lineStart < text.length ? text.slice(lineStart) : text;
}
