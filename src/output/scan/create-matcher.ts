import { createAutomatonMatcher } from './automaton-matcher.ts';
import { createLiteralMatcher } from './literal-matcher.ts';
import type { Matcher } from './matcher.ts';
import type { CompiledPatterns } from './patterns.ts';

export function createMatcher(patterns: CompiledPatterns): Matcher {
  return patterns.type === 'literals'
    ? createLiteralMatcher(patterns.literals)
    : createAutomatonMatcher(patterns.program);
}
