import { RingbackError } from '../../base/errors.ts';
import { longestLiteral, mostLiterals } from './machine.ts';
import { createFollower, noPattern } from './regex/follower.ts';
import { parseRegex } from './regex/parse.ts';
import { compileProgram, type Program } from './regex/program.ts';
import { type Expression, literalOf, Refusal } from './regex/syntax.ts';

/** Patterns that were found fit; the place in the list is a pattern's number. */
export type CompiledPatterns =
  | { readonly type: 'literals'; readonly literals: readonly Buffer[] }
  | { readonly type: 'program'; readonly program: Program };

type Pattern = { readonly name: string; readonly expression: Expression };

const longestRegex = 1000;
const longestName = 100;

/**
 * A pattern is a literal, or a regular expression between slashes with or without an `i` behind them. One that cannot
 * be used is refused by its name: it cannot be matched in linear time, is too large, is no regular expression, or
 * can only match nothing or everything.
 */
export function compilePatterns(patterns: readonly string[]): CompiledPatterns {
  if (patterns.length === 0) throw new RingbackError('bad_request', 'there must be at least one pattern');
  if (patterns.length > mostLiterals)
    throw new RingbackError(
      'bad_request',
      `at most ${mostLiterals} patterns are allowed, not ${patterns.length}`,
    );
  const parsed = patterns.map((pattern) => refuseByName(pattern, () => parsePattern(pattern)));
  const literals = parsed.map(({ expression }) => literalOf(expression));
  if (literals.every((literal) => literal !== undefined && Buffer.byteLength(literal) <= longestLiteral))
    return { type: 'literals', literals: literals.map((literal = '') => Buffer.from(literal)) };
  for (const { name, expression } of parsed) refuseByName(name, () => checkExpression(expression));
  const names = patterns.length === 1 ? (patterns[0] ?? '') : 'all patterns together';
  return refuseByName(names, () => ({
    type: 'program',
    program: compileProgram(parsed.map(({ expression }) => expression)),
  }));
}

function parsePattern(name: string): Pattern {
  const regex = /^\/(.+)\/(i?)$/su.exec(name);
  if (!regex) return { name, expression: parseLiteral(name) };
  const [, source = '', flag = ''] = regex;
  if (source.length > longestRegex) throw new Refusal(`is longer than ${longestRegex} characters`);
  checkCharacters(source);
  return { name, expression: parseRegex(source, flag === 'i') };
}

function parseLiteral(text: string): Expression {
  if (text === '') throw new Refusal('is empty: every line would match');
  if (Buffer.byteLength(text) > longestLiteral) throw new Refusal(`is longer than ${longestLiteral} bytes`);
  checkCharacters(text);
  const items = Array.from(text, (character): Expression => {
    const code = character.codePointAt(0) ?? 0;
    return { type: 'characters', set: [[code, code]] };
  });
  return { type: 'sequence', items };
}

/** Matching goes line by line, in text without escape codes and controls: a pattern with one would wait for ever. */
function checkCharacters(text: string): void {
  if (/[\r\n]/.test(text)) throw new Refusal('spans lines, but lines are matched one by one');
  if (/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(text))
    throw new Refusal('contains a control character; these are removed from output before matching');
  if (!text.isWellFormed()) throw new Refusal('contains a lone surrogate');
}

function checkExpression(expression: Expression): void {
  const program = compileProgram([expression]);
  if (createFollower(program).close([program.start], 'edge', 'edge') !== noPattern)
    throw new Refusal('matches the empty string, so every line would match; /./ matches any line with text');
}

function refuseByName<T>(name: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new RingbackError('bad_request', `the pattern ${quote(name)} ${error.message}`);
  }
}

function quote(name: string): string {
  return JSON.stringify(name.length > longestName ? `${name.slice(0, longestName)}…` : name);
}
