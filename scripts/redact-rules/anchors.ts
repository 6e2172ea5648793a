import type { Pattern } from './pattern.ts';

/** A literal that every match has at one distance from its start. */
export type Anchors = {
  readonly texts: readonly string[];
  readonly offset: number;
};

const mostTexts = 48;
const mostLength = 16;
const shortest = 2;

/** What to look for in a text to find where a match may begin; none where it has no literal at a fixed place. */
export function anchorsOf(pattern: Pattern): Anchors | undefined {
  const items = flatten(pattern);
  let offset = 0;
  for (const [index, item] of items.entries()) {
    const texts = literalsAt(items.slice(index));
    if (texts.length > 0 && texts.every((text) => text.length >= shortest)) return { texts, offset };
    const width = widthOf(item);
    if (width === undefined) return undefined;
    offset += width;
  }
  return undefined;
}

/** The texts that these items can begin with, in lower case. */
function literalsAt(items: readonly Pattern[]): string[] {
  let texts = [''];
  for (const item of items) {
    const next = textsOf(item);
    if (!next) break;
    const longer = [...new Set(texts.flatMap((text) => next.map((end) => text + end)))];
    if (longer.length > mostTexts || longer.some((text) => text.length > mostLength)) break;
    texts = longer;
    // What follows an option of another kind cannot be told any more.
    if (!isWhole(item)) break;
  }
  return texts;
}

/** All that an item can match, if that is little; for a choice, what its options begin with. */
function textsOf(item: Pattern): string[] | undefined {
  switch (item.kind) {
    case 'edge':
      return [''];
    case 'one':
      return item.literal === undefined ? shortClass(item.source) : [item.literal.toLowerCase()];
    case 'sequence':
      return literalsAt(flatten(item));
    case 'choice': {
      const options = item.options.map((option) => literalsAt(flatten(option)));
      return options.some((texts) => texts.length === 1 && texts[0] === '')
        ? undefined
        : [...new Set(options.flat())];
    }
    case 'group':
      return item.look ? [''] : textsOf(item.item);
    case 'repeat':
      return item.min === 0 && item.max === 1 ? [...(textsOf(item.item) ?? []), ''] : undefined;
  }
}

/** Whether `textsOf` says all of it, rather than its beginning. */
function isWhole(item: Pattern): boolean {
  switch (item.kind) {
    case 'edge':
      return true;
    case 'one':
      return item.literal !== undefined || shortClass(item.source) !== undefined;
    case 'sequence':
      return item.items.every(isWhole);
    case 'choice':
      return item.options.every(isWhole);
    case 'group':
      return item.look !== undefined || isWhole(item.item);
    case 'repeat':
      return item.max === 1 && isWhole(item.item);
  }
}

function shortClass(source: string): string[] | undefined {
  const inside = /^\[([^\\^-]{1,4})\]$/.exec(source)?.[1];
  return inside ? [...new Set(inside.toLowerCase())] : undefined;
}

function widthOf(item: Pattern): number | undefined {
  switch (item.kind) {
    case 'edge':
      return 0;
    case 'one':
      return 1;
    case 'sequence':
      return item.items.reduce<number | undefined>((sum, next) => add(sum, widthOf(next)), 0);
    case 'choice':
      return undefined;
    case 'group':
      return item.look ? 0 : widthOf(item.item);
    case 'repeat': {
      const width = widthOf(item.item);
      return item.min === item.max && width !== undefined ? width * item.min : undefined;
    }
  }
}

function add(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}

function flatten(pattern: Pattern): readonly Pattern[] {
  if (pattern.kind === 'sequence') return pattern.items.flatMap(flatten);
  if (pattern.kind === 'group' && !pattern.look && pattern.item.kind === 'sequence')
    return flatten(pattern.item);
  return [pattern];
}
