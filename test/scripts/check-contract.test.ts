/** The check of numbers and pages, on the pages of this repository and a few files with a fault planted in them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readContract } from '../../scripts/checks/contract.ts';

const root = join(import.meta.dirname, '../..');

// Numbers are put in later: written out, they would be citations of this file.
const faults: readonly { name: string; file: string; text: string; message: string }[] = [
  {
    name: 'a promise that is not there',
    file: 'src/base/quote.ts',
    text: `/** Kept whatever happens (promise ${99}). */`,
    message: `src/base/quote.ts:1: promise ${99} is not in docs/promises.md`,
  },
  {
    name: 'the second of two promises in C',
    file: 'keeper/log.c',
    text: `\n/* Bounded (promises ${7} and ${98}). */`,
    message: `keeper/log.c:2: promise ${98} is not in docs/promises.md`,
  },
  {
    name: 'a trap that is not there',
    file: 'docs/new.md',
    text: `Avoids trap ${77}.`,
    message: `docs/new.md:1: trap ${77} is not in docs/behaviour.md`,
  },
  {
    name: 'an issue that is not there',
    file: 'test/some.test.ts',
    text: `test('issue ${11}.${99}: something', () => {});`,
    message: `test/some.test.ts:1: issue ${11}.${99} is not in docs/behaviour.md`,
  },
  {
    name: 'a page that no clone contains',
    file: 'src/notify/say.ts',
    text: '/** As elsewhere.md says. */',
    message: 'src/notify/say.ts:1: there is no page elsewhere.md',
  },
  {
    name: 'a file that a guide names and that is gone',
    file: 'ARCHITECTURE.md',
    text: '| `docs/` | pages | `gone.ts` |',
    message: 'ARCHITECTURE.md:1: there is no gone.ts',
  },
  {
    name: 'a section that is not on its page',
    file: 'src/notify/say.ts',
    text: `/** docs/behaviour.md${','} "Weather", rule 3. */`,
    message: 'src/notify/say.ts:1: docs/behaviour.md has no section "Weather"',
  },
];

test('every number and page that is cited here resolves', () => {
  const { status, stderr } = check(root);
  assert.equal(stderr, '');
  assert.equal(status, 0);
});

test('check-contract passes a small tree whose promises are all tested', (t) => {
  const { status, stderr } = check(smallTree(t));
  assert.equal(stderr, '');
  assert.equal(status, 0);
});

for (const { name, file, text, message } of faults) {
  test(`check-contract fails on ${name}`, (t) => {
    const tree = smallTree(t);
    write(tree, file, text);
    const { status, stderr } = check(tree);
    assert.equal(stderr, `${message}\n`);
    assert.equal(status, 1);
  });
}

test('check-contract fails on a promise without a test that names it in its title', (t) => {
  const tree = smallTree(t);
  const page = join(tree, 'docs/promises.md');
  writeFileSync(page, `${readFileSync(page, 'utf8')}\n### 97. Something new\n`);
  write(tree, 'test/new.test.ts', `/** promise ${97}: only a comment. */\ntest('something new', () => {});`);
  const { status, stderr } = check(tree);
  assert.equal(stderr, `docs/promises.md: no test has "promise ${97}" in its title\n`);
  assert.equal(status, 1);
});

/** Our pages, and one test for every promise. */
function smallTree(t: TestContext): string {
  const tree = mkdtempSync(join(tmpdir(), 'contract-'));
  t.after(() => rmSync(tree, { recursive: true }));
  for (const page of ['docs/promises.md', 'docs/behaviour.md'])
    cpSync(join(root, page), join(tree, page), { recursive: true });
  const titles = [...readContract(root).promise.numbers].map((n) => `test('promise ${n}: holds', () => {});`);
  write(tree, 'test/all.test.ts', titles.join('\n'));
  return tree;
}

function write(tree: string, file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), `${text}\n`);
}

function check(tree: string) {
  return spawnSync(process.execPath, [join(root, 'scripts/check-contract.ts'), tree], { encoding: 'utf8' });
}
