import { readPieces } from './read.ts';
import { type Output, startOfKept } from './segments.ts';
import { type CleanOptions, cleanPieces, lastCharacters } from './text.ts';

export type TailOptions = CleanOptions & {
  /** The tail as it was when this many bytes were printed; default: all. */
  readonly end?: number;
};

const firstWindow = 16 * 1024;
const widestWindow = 1024 * 1024;

/**
 * The last `characters` of the cleaned text. What is read grows only where little text comes of many bytes (escape
 * codes, progress bars), and not beyond a bound: then it is a shorter tail.
 */
export function tailText(output: Output, characters: number, options: TailOptions = {}): string {
  const end = Math.min(options.end ?? output.end, output.end);
  const most = widestWindow + 4 * characters;
  for (let window = firstWindow + 4 * characters; ; window = Math.min(most, window * 8)) {
    const from = startOfKept(output, end, window);
    const text = cleanPieces(readPieces(output, from, end), options);
    const whole = from === 0 ? text : withoutCutLine(text);
    if (from === 0 || whole.length >= characters || window === most) return lastCharacters(whole, characters);
  }
}

/** The first line of a window may begin inside an escape code; it goes, unless it is all there is. */
function withoutCutLine(text: string): string {
  const lineStart = text.indexOf('\n') + 1;
  return lineStart > 0 && lineStart < text.length ? text.slice(lineStart) : text;
}
