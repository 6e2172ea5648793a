import { compilePatterns } from '../../../src/output/scan/patterns.ts';
import { createScanner, type MatchedLine } from '../../../src/output/scan/scanner.ts';

export type Chunks = readonly { readonly offset: number; readonly bytes: Buffer }[];

/** All matching lines of these chunks, the last line looked at as it stands at the end. */
export function scanAll(patterns: readonly string[], chunks: Chunks): readonly MatchedLine[] {
  const scanner = createScanner(compilePatterns(patterns), undefined, { mostLines: 1e6 });
  for (const { bytes, offset } of chunks) scanner.scan(bytes, offset);
  scanner.lookAtUnfinishedLine();
  return scanner.take().lines;
}

/** The same for text in one piece, or in one byte at a time. */
export function scanText(
  patterns: readonly string[],
  text: string | Buffer,
  bytewise = false,
): readonly MatchedLine[] {
  const bytes = Buffer.from(text);
  if (!bytewise) return scanAll(patterns, [{ offset: 0, bytes }]);
  const chunks = Array.from(bytes, (_, offset) => ({ offset, bytes: bytes.subarray(offset, offset + 1) }));
  return scanAll(patterns, chunks);
}
