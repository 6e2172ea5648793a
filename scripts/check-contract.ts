/**
 * `node scripts/check-contract.ts [ROOT]`, part of `npm run check`: every "promise 5", "trap 9" and "issue 11.6" in the
 * tree is in docs/, every promise has a test that names it, and every page, section and file that is named exists.
 */
import { join } from 'node:path';
import { findCitations, readTexts } from './checks/citations.ts';
import { readContract } from './checks/contract.ts';
import { findPages, findPaths } from './checks/pages.ts';

const root = process.argv[2] ?? join(import.meta.dirname, '..');
const contract = readContract(root);
const texts = readTexts(root);
const problems: string[] = [];

for (const { file, line, kind, number } of findCitations(texts)) {
  if (!contract[kind].numbers.has(number))
    problems.push(`${file}:${line}: ${kind} ${number} is not in ${contract[kind].page}`);
}

const tested = new Set(
  findCitations(texts)
    .filter(({ kind, isTestTitle }) => kind === 'promise' && isTestTitle)
    .map(({ number }) => number),
);
for (const number of contract.promise.numbers) {
  if (!tested.has(number))
    problems.push(`${contract.promise.page}: no test has "promise ${number}" in its title`);
}

problems.push(...findPages(root, texts), ...findPaths(root, texts));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
