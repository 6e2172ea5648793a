/** Where the tree cites numbers of the contract. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kind } from './contract.ts';

export type Text = { readonly file: string; readonly text: string };

export type Citation = {
  readonly file: string;
  readonly line: number;
  readonly kind: Kind;
  readonly number: string;
  readonly isTestTitle: boolean;
};

const places = [
  '*.md',
  '{docs,plugins,examples}/**/*.{md,ts}',
  'keeper/**/*.{c,h,md}',
  '{src,test,scripts,bench}/**/*.ts',
];

export function readTexts(root: string): Text[] {
  return globSync(places, { cwd: root, exclude: ['**/node_modules/**', '**/fixtures/**'] })
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

/** `promise 5`, `traps 1 and 2`, `promises 1, 3, 7`, `issue 11.6`. */
const cited =
  /\b(promise|trap|issue)s? (\d+(?:\.\d+)?(?:(?:, and|,| and| or| to) \d+(?:\.\d+)?)*)(?![\w.]*\w)/gi;

/** The text up to the citation, from the beginning of the call: `test('`, `it(\n  'Trap 8: …`, `describe(`… */
const inTitle = /\b(?:test|it|describe)\(\s*[`'"][^\n]*$/;

export function findCitations(texts: readonly Text[]): Citation[] {
  return texts.flatMap(({ file, text }) =>
    Array.from(text.matchAll(cited)).flatMap(({ 1: kind = '', 2: numbers = '', index }) => {
      const before = text.slice(0, index);
      const line = before.split('\n').length;
      const isTestTitle = file.endsWith('.test.ts') && inTitle.test(before.slice(-500));
      return (numbers.match(/\d+(?:\.\d+)?/g) ?? [])
        .filter((number) => (kind.toLowerCase() === 'issue') === number.includes('.'))
        .map((number) => ({ file, line, kind: kind.toLowerCase() as Kind, number, isTestTitle }));
    }),
  );
}
