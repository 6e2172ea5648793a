import { closeOverCase } from './case-folding.ts';
import { type CodePoints, complement, lineEnds } from './code-points.ts';
import { readClass } from './parse-class.ts';
import { isClassEscape, readCharacterEscape, readClassEscape } from './parse-escape.ts';
import { createReader, type Reader } from './reader.ts';
import { type Assertion, type Expression, Refusal } from './syntax.ts';

const deepestGroup = 100;
const mostRepeats = 1000;

const empty: Expression = { type: 'sequence', items: [] };

/**
 * Reads JavaScript's syntax with the flag `u`, and like JavaScript without it lets punctuation stand for itself.
 * Throws a `Refusal` for what is wrong, and for what cannot be matched in linear time.
 */
export function parseRegex(source: string, ignoresCase: boolean): Expression {
  const reader = createReader(source, ignoresCase);
  const expression = readChoice(reader, 0);
  if (!reader.isAtEnd()) throw new Refusal('has a ) without a (');
  return expression;
}

function readChoice(reader: Reader, depth: number): Expression {
  if (depth > deepestGroup) throw new Refusal(`has groups nested more than ${deepestGroup} deep`);
  const options = [readSequence(reader, depth)];
  while (reader.take('|')) options.push(readSequence(reader, depth));
  const [only, ...others] = options;
  return only !== undefined && others.length === 0 ? only : { type: 'choice', options };
}

function readSequence(reader: Reader, depth: number): Expression {
  const items: Expression[] = [];
  while (!reader.isAtEnd() && reader.peek() !== '|' && reader.peek() !== ')') {
    items.push(readRepeats(reader, readItem(reader, depth)));
  }
  const [only, ...others] = items;
  return only !== undefined && others.length === 0 ? only : { type: 'sequence', items };
}

function readItem(reader: Reader, depth: number): Expression {
  const assertion = readAssertion(reader);
  if (assertion !== undefined) return { type: 'assertion', assertion };
  if (reader.take('(')) return readGroup(reader, depth);
  return { type: 'characters', set: readCharacters(reader) };
}

function readAssertion(reader: Reader): Assertion | undefined {
  if (reader.take('^')) return 'start';
  if (reader.take('$')) return 'end';
  if (reader.take('\\b')) return 'boundary';
  return reader.take('\\B') ? 'no boundary' : undefined;
}

function readGroup(reader: Reader, depth: number): Expression {
  if (['?=', '?!', '?<=', '?<!'].some((look) => reader.take(look)))
    throw new Refusal('uses lookahead or lookbehind, which cannot be matched in linear time');
  if (reader.take('?<')) {
    if (!reader.takeMatch(/[$\w]+>/y)) throw new Refusal('has an incomplete group name');
  } else if (!reader.take('?:') && reader.peek() === '?') {
    throw new Refusal('has a group of an unknown kind: (?');
  }
  const inner = readChoice(reader, depth + 1);
  if (!reader.take(')')) throw new Refusal('has a ( without a )');
  return inner;
}

function readCharacters(reader: Reader): CodePoints {
  if (reader.take('.')) return complement(lineEnds);
  if (reader.take('[')) return readClass(reader);
  if (reader.peek() === '\\') {
    if (reader.peekMatch(/\\[1-9k]/y))
      throw new Refusal('uses a backreference, which cannot be matched in linear time');
    return isClassEscape(reader) ? readClassEscape(reader) : single(reader, readCharacterEscape(reader));
  }
  const character = reader.next();
  if (['*', '+', '?'].includes(character)) throw new Refusal(`has nothing to repeat before ${character}`);
  return single(reader, character.codePointAt(0) ?? 0);
}

function single(reader: Reader, code: number): CodePoints {
  // Matching goes line by line, in text without controls: such a pattern would wait for ever.
  if (code < 0x20 && code !== 0x09)
    throw new Refusal('contains a line end or a control character, which no line has');
  const set: CodePoints = [[code, code]];
  return reader.ignoresCase ? closeOverCase(set) : set;
}

function readRepeats(reader: Reader, item: Expression): Expression {
  const counts = readCounts(reader);
  if (counts === undefined) return item;
  reader.take('?'); // lazy: the same lines match
  const [least, most] = counts;
  if (least > most) throw new Refusal(`repeats {${least},${most}}: the numbers are out of order`);
  if (Math.max(least, most === Number.POSITIVE_INFINITY ? 0 : most) > mostRepeats)
    throw new Refusal(`repeats more than ${mostRepeats} times`);
  if (readCounts(reader) !== undefined) throw new Refusal('has two quantifiers in a row; use a group');
  return most === 0 ? empty : { type: 'repeat', item, least, most };
}

function readCounts(reader: Reader): readonly [number, number] | undefined {
  if (reader.take('*')) return [0, Number.POSITIVE_INFINITY];
  if (reader.take('+')) return [1, Number.POSITIVE_INFINITY];
  if (reader.take('?')) return [0, 1];
  const braces = reader.takeMatch(/\{(\d+)(?:(,)(\d*))?\}/y);
  if (!braces) return undefined;
  const [, least = '', comma, most] = braces;
  if (comma === undefined) return [Number(least), Number(least)];
  return [Number(least), most ? Number(most) : Number.POSITIVE_INFINITY];
}
