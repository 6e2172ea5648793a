import { createMatcher } from './create-matcher.ts';
import { blockBytes, getMachine, longestLiteral } from './machine.ts';
import { none } from './matcher.ts';
import type { CompiledPatterns } from './patterns.ts';
import type { Side } from './regex/follower.ts';

/** Which sides of a part are those of its line; beyond the others is something that must not matter. */
type Part = { readonly text: string; readonly startsLine: boolean; readonly endsLine: boolean };

/** Whether a pattern matches inside a part of a line, whatever is beside it. */
export type PartMatcher = (part: Part) => boolean;

/** A word character and another one: `\b` must hold with either, or it would tell which one is there. */
const unknownBefore: readonly Side[] = ['other', 'word'];
const unknownAfter = [' ', 'a'];

export function createPartMatcher(patterns: CompiledPatterns): PartMatcher {
  const matcher = createMatcher(patterns);
  // A regular expression is found to match when the next byte is read, which is no part of what matched.
  const [inLine, atEnd] = patterns.type === 'literals' ? [[''], ['']] : [unknownAfter, ['\n']];

  const matches = (text: string, before: Side): boolean => {
    const machine = getMachine();
    const bytes = Buffer.from(text).subarray(0, blockBytes);
    const to = longestLiteral + bytes.length;
    machine.text.set(bytes, longestLiteral);
    machine.text.fill(0x0a, to, to + 32);
    matcher.reset(before);
    const { count, restPattern } = matcher.run(longestLiteral, to, 1, { pattern: none, isTold: false });
    return count > 0 || restPattern !== none;
  };

  return ({ text, startsLine, endsLine }) =>
    (startsLine ? (['edge'] as const) : unknownBefore).every((before) =>
      (endsLine ? atEnd : inLine).every((after) => matches(text + after, before)),
    );
}
