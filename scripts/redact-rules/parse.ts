import type { Pattern } from './pattern.ts';

type Flags = { foldsCase: boolean; dotIsAll: boolean };

/** Parses the part of RE2's and JavaScript's syntax that the rules are written in; anything else is an error. */
export function parsePattern(source: string, startFlags: Partial<Flags> = {}): Pattern {
  let at = 0;
  const pattern = parseChoice({ foldsCase: false, dotIsAll: false, ...startFlags });
  if (at < source.length) throw new Error(`unexpected ${source.slice(at)}`);
  return pattern;

  // A flag like `(?i)` holds to the end of its group, further options included: hence one object for all of them.
  function parseChoice(flags: Flags): Pattern {
    const options = [parseSequence(flags)];
    while (source[at] === '|') {
      at++;
      options.push(parseSequence(flags));
    }
    const [first] = options;
    return options.length === 1 && first ? first : { kind: 'choice', options };
  }

  function parseSequence(flags: Flags): Pattern {
    const items: Pattern[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const item = parseItem(flags);
      if (item) items.push(parseRepeat(item));
    }
    return { kind: 'sequence', items };
  }

  function parseItem(flags: Flags): Pattern | undefined {
    const character = source[at];
    if (character === '(') return parseGroup(flags);
    if (character === '^' || character === '$') return edge(1);
    if (source.startsWith('\\b', at) || source.startsWith('\\B', at)) return edge(2);
    if (source.startsWith('\\z', at)) {
      at += 2;
      return { kind: 'edge', source: '$' };
    }
    if (character === '[') return one(classLength(), flags);
    if (character === '.' && flags.dotIsAll) {
      at++;
      return { kind: 'one', source: '[^]', foldsCase: false };
    }
    if (character === '.') return one(1, flags);
    if (character === '\\') return parseEscape(flags);
    return one(1, flags, character);
  }

  function parseEscape(flags: Flags): Pattern {
    const code = /^\\x([0-9a-fA-F]{2})/.exec(source.slice(at, at + 4))?.[1];
    if (code) return one(4, flags, String.fromCharCode(Number.parseInt(code, 16)));
    const name = source[at + 1] ?? '';
    if (/[wdsWDS]/.test(name)) return one(2, flags);
    const control: Record<string, string> = { n: '\n', r: '\r', t: '\t', f: '\f' };
    if (/[a-zA-Z0-9]/.test(name) && !control[name]) throw new Error(`unknown escape \\${name}`);
    return one(2, flags, control[name] ?? name);
  }

  function parseGroup(flags: Flags): Pattern | undefined {
    const head = /^\((?:\?(?:P?<\w+>|(<?[=!])|(?<flags>[is-]*)(?<end>[:)])))?/.exec(
      source.slice(at, at + 40),
    );
    if (!head) throw new Error(`unknown group ${source.slice(at, at + 10)}`);
    at += head[0].length;
    const inner = { ...flags };
    if (head.groups?.flags !== undefined) {
      setFlags(head.groups.end === ')' ? flags : inner, head.groups.flags);
      if (head.groups.end === ')') return undefined;
    }
    const item = parseChoice(inner);
    if (source[at] !== ')') throw new Error('a group without an end');
    at++;
    const look = head[1];
    const isCaptured = !look && head.groups?.end === undefined;
    return { kind: 'group', item, isCaptured, ...(look && { look }) };
  }

  function parseRepeat(item: Pattern): Pattern {
    const count = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/.exec(source.slice(at, at + 20));
    if (!count) return item;
    at += count[0].length;
    const [, sign, from = '', comma, to, lazy] = count;
    const isLazy = lazy === '?';
    if (sign)
      return { kind: 'repeat', item, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity, isLazy };
    const max = to ? Number(to) : comma ? Infinity : Number(from);
    return { kind: 'repeat', item, min: Number(from), max, isLazy };
  }

  function classLength(): number {
    let end = at + 1;
    if (source[end] === '^') end++;
    if (source[end] === ']') end++;
    while (source[end] !== ']') end += source[end] === '\\' ? 2 : 1;
    return end + 1 - at;
  }

  function one(length: number, flags: Flags, literal?: string): Pattern {
    const text = source.slice(at, at + length);
    at += length;
    return {
      kind: 'one',
      source: text,
      foldsCase: flags.foldsCase,
      ...(literal !== undefined && { literal }),
    };
  }

  function edge(length: number): Pattern {
    at += length;
    return { kind: 'edge', source: source.slice(at - length, at) };
  }
}

function setFlags(flags: Flags, letters: string): void {
  const [on = '', off = ''] = letters.split('-');
  if (on.includes('i')) flags.foldsCase = true;
  if (on.includes('s')) flags.dotIsAll = true;
  if (off.includes('i')) flags.foldsCase = false;
  if (off.includes('s')) flags.dotIsAll = false;
}
