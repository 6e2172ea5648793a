import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { drawLife } from '../../scripts/checks/draw-life.ts';

const root = join(import.meta.dirname, '../..');
const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

test('a life is drawn with its first state, an arrow for each next state, and its ends', () => {
  const table = { asleep: { ring: 'awake', shout: 'awake', forget: 'gone' }, awake: {}, gone: {} };
  assert.equal(
    drawLife(table),
    [
      '```mermaid',
      'stateDiagram-v2',
      '  [*] --> asleep',
      '  asleep --> awake: ring, shout',
      '  asleep --> gone: forget',
      '  awake --> [*]',
      '  gone --> [*]',
      '```',
      '',
    ].join('\n'),
  );
});

test('the diagrams of ARCHITECTURE.md are those of the tables', () => {
  assert.deepEqual(run(join(root, 'ARCHITECTURE.md')), { status: 0, stderr: '' });
});

test('a diagram that differs from its table fails the check, and --write mends it', (t) => {
  const page = pageWith(t, architecture.replace('pending --> sent: send', 'pending --> sent: post'));
  const { status, stderr } = run(page);
  assert.match(stderr, /shows another life than the tables/);
  assert.equal(status, 1);
  assert.deepEqual(run('--write', page), { status: 0, stderr: '' });
  assert.equal(readFileSync(page, 'utf8'), architecture);
});

test('a table without a place on the page fails the check', (t) => {
  const page = pageWith(t, architecture.replace(/<!-- life (\S+) notificationLife -->/, ''));
  const { status, stderr } = run(page);
  assert.match(stderr, /has no place for src\/notify\/policy\/life\.ts notificationLife/);
  assert.equal(status, 1);
});

function pageWith(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'diagrams-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const page = join(folder, 'page.md');
  writeFileSync(page, text);
  return page;
}

function run(...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/diagrams.ts'), ...args], {
    encoding: 'utf8',
  });
  return { status, stderr };
}
