import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { environmentKinds } from '../../src/backends/kinds.ts';
import { LOCAL } from '../../src/base/environment-name.ts';
import { behaviours } from '../places/behaviour.ts';

test('the table of docs/environments.md has every environment and every behaviour of the suite, and nothing failed', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/environments.md'), 'utf8');
  const [, table = ''] = /<!-- environments -->\n(.*)<!-- \/environments -->/s.exec(page) ?? [];
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.replace('\\*', '').trim()));
  assert.deepEqual(new Set(rows[0]?.filter(Boolean)), new Set([LOCAL, ...environmentKinds()]));
  assert.deepEqual(
    rows.slice(2).map(([, name]) => name),
    Object.keys(behaviours),
  );
  assert.doesNotMatch(table, /✗|not tried/);
});
