/** Pages, sections and files that comments and pages name: each exists. */
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
  // Of other people's folders, not of this one.
  if (page === 'AGENTS.md') return undefined;
  const path = [join(root, page), join(root, dirname(file), page)].find(existsSync);
  if (!path) return `there is no page ${page}`;
  if (section && !readFileSync(path, 'utf8').includes(`\n## ${section}\n`))
    return `${page} has no section "${section}"`;
  return undefined;
}

/** `src/engine/kill.ts`, `docs/agents/`; in a row about one folder also `kill.ts`. */
const path = /`((?:[\w.-]+\/)*[\w.-]+(?:\/|\.(?:ts|c|h|sh)))`/g;
/** Pages about the tree itself. */
const guides = ['ARCHITECTURE.md', 'CONTRIBUTING.md'];

export function findPaths(root: string, texts: readonly Text[]): string[] {
  return texts
    .filter(({ file }) => guides.includes(file))
    .flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, index) => {
        const paths = Array.from(line.matchAll(path), ([, name = '']) => name);
        const folders = ['.', ...paths.flatMap((name) => [name, dirname(name)])];
        return paths
          .filter((name) => !folders.some((folder) => existsSync(join(root, folder, name))))
          .map((name) => `${file}:${index + 1}: there is no ${name}`);
      }),
    );
}
