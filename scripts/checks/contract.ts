/** The numbers of the contract, read from the pages that hold it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Kind = 'promise' | 'trap' | 'issue';

export type Contract = Readonly<
  Record<Kind, { readonly page: string; readonly numbers: ReadonlySet<string> }>
>;

export function readContract(root: string): Contract {
  const promises = 'docs/promises.md';
  const behaviour = 'docs/behaviour.md';
  const text = readFileSync(join(root, behaviour), 'utf8');
  return {
    promise: {
      page: promises,
      numbers: numbersOf(readFileSync(join(root, promises), 'utf8'), /^### (\d+)\. /gm),
    },
    trap: { page: behaviour, numbers: numbersOf(sectionOf(text, 'Traps'), /^\| (\d+) \|/gm) },
    issue: { page: behaviour, numbers: numbersOf(sectionOf(text, 'Issues'), /^\| (\d+\.\d+) \|/gm) },
  };
}

/** Throws for a page without numbers: then it was rewritten in a way that this file does not read. */
function numbersOf(text: string, pattern: RegExp): ReadonlySet<string> {
  const numbers = new Set(Array.from(text.matchAll(pattern), ([, number = '']) => number));
  if (numbers.size === 0) throw new Error(`nothing matches ${pattern}`);
  return numbers;
}

function sectionOf(text: string, heading: string): string {
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  return section.split('\n## ')[0] ?? '';
}
