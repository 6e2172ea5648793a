import { parsePattern } from '../../scripts/redact-rules/parse.ts';
import type { Pattern } from '../../scripts/redact-rules/pattern.ts';
import type { Random } from './random.ts';

/**
 * A text that a pattern matches. Examples are made when they are needed: what looks like a real key has no place in a
 * repository.
 */
export function exampleOf(pattern: string, random: Random): string {
  return write(parsePattern(pattern), random);
}

function write(pattern: Pattern, random: Random): string {
  switch (pattern.kind) {
    case 'choice':
      return write(random.pick(pattern.options), random);
    case 'sequence':
      return pattern.items.map((item) => write(item, random)).join('');
    case 'edge':
      return '';
    case 'group':
      return pattern.look ? '' : write(pattern.item, random);
    case 'repeat': {
      const count = random.between(pattern.min, Math.min(pattern.max, pattern.min + 8));
      return Array.from({ length: count }, () => write(pattern.item, random)).join('');
    }
    case 'one':
      return pattern.literal ?? random.pick(charactersOf(pattern.source));
  }
}

const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));

function charactersOf(source: string): string[] {
  const all = new RegExp(`^${source}$`);
  // No space where anything else will do: it would end the secret.
  const [some] = [printable.filter((character) => all.test(character))];
  const dense = some.filter((character) => /[A-Za-z0-9]/.test(character));
  return dense.length > 0 ? dense : some;
}
