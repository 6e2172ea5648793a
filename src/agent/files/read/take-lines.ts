import { aroundBytes } from '../lines.ts';

/** Of a longer line only the beginning is shown. */
export const longestLine = 2000;
/** So much of a line is kept: what is shown, and what decides whether its end is half a secret. */
const keptBytes = 4 * longestLine + aroundBytes;
/** Characters of one answer. */
const mostCharacters = 40_000;

/** A line's first bytes. `length`: of all of it, without the newline. */
export type TakenLine = { readonly bytes: Buffer; readonly length: number };

export type Taken = {
  readonly lines: readonly TakenLine[];
  /** Behind the last of them. */
  readonly end: number;
  /** The last line has no newline. */
  readonly endsInside: boolean;
};

/** The lines at the beginning of these chunks, as many as one answer may have. */
export async function takeLines(chunks: AsyncIterable<Buffer>, offset: number, most: number): Promise<Taken> {
  const lines: TakenLine[] = [];
  let parts: Buffer[] = [];
  let kept = 0;
  let length = 0;
  let characters = 0;
  let end = offset;
  const endLine = (): void => {
    lines.push({ bytes: Buffer.concat(parts), length });
    // In UTF-8, at least so many bytes.
    characters += Math.min(length, longestLine) + 1;
    parts = [];
    kept = 0;
    length = 0;
  };
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const newline = chunk.indexOf(0x0a, at);
      const stop = newline < 0 ? chunk.length : newline;
      const part = chunk.subarray(at, Math.min(stop, at + keptBytes - kept));
      parts.push(part);
      kept += part.length;
      length += stop - at;
      const next = newline < 0 ? stop : stop + 1;
      end += next - at;
      at = next;
      if (newline < 0) continue;
      endLine();
      if (lines.length === most || characters >= mostCharacters) return { lines, end, endsInside: false };
    }
  }
  const endsInside = length > 0;
  if (endsInside) endLine();
  return { lines, end, endsInside };
}
