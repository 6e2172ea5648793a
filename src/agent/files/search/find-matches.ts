import { createPartMatcher, type PartMatcher } from '../../../output/scan/part-matcher.ts';
import { compilePatterns } from '../../../output/scan/patterns.ts';
import { createScanner } from '../../../output/scan/scanner.ts';

export type Finder = {
  readonly matcher: PartMatcher;
  /** Where the matches of a file end, one per line; in linear time, whatever the pattern. */
  matchEnds(bytes: Buffer): number[];
};

const newline = Buffer.from('\n');

/** One scanner for all files, as if they were one after the other: what it has learned of the pattern stays. */
export function createFinder(pattern: string): Finder {
  const patterns = compilePatterns([pattern]);
  const scanner = createScanner(patterns, undefined, { mostLines: Number.POSITIVE_INFINITY });
  return {
    matcher: createPartMatcher(patterns),
    matchEnds(bytes) {
      const start = scanner.position;
      scanner.scan(bytes, start);
      scanner.scan(newline, scanner.position);
      return scanner.take().lines.map(({ matchEnd }) => Math.min(matchEnd - start, bytes.length));
    },
  };
}
