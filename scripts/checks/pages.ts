/** Pages that comments and other pages name: each exists, and so does the section that is named with it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Text } from './citations.ts';

/** `docs/behaviour.md`, or with a section: `docs/behaviour.md, "Watch matches"`. */
const named = /(?<![\w/.<>*{}-])((?:[\w.-]+\/)*[\w-]+\.md)\b(?:(?:#[\w-]+)?\)?,? "([^"\n]+)")?/g;

export function findPages(root: string, texts: readonly Text[]): string[] {
  return texts.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => {
      if (!file.endsWith('.md') && !/^\s*(\/\*|\*|\/\/)/.test(line)) return [];
      return Array.from(line.matchAll(named)).flatMap(({ 1: page = '', 2: section }) => {
        const problem = problemWith(root, file, page, section);
        return problem ? [`${file}:${index + 1}: ${problem}`] : [];
      });
    }),
  );
}

function problemWith(root: string, file: string, page: string, section: string | undefined) {
  const path = [join(root, page), join(root, dirname(file), page)].find(existsSync);
  if (!path) return `there is no page ${page}`;
  if (section && !readFileSync(path, 'utf8').includes(`\n## ${section}\n`))
    return `${page} has no section "${section}"`;
  return undefined;
}
