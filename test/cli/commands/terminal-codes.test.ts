import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CliHome } from '../cli-home.ts';

const launcher = join(import.meta.dirname, '../../../bin/ringback');
const home = new CliHome(after);
const codes = `printf '\\033[31mred\\033[0m\\033]0;owned\\007\\033]52;c;eA==\\007\\n'`;

test('issue 11.23: run --wait sets no title and writes no clipboard of a terminal', async () => {
  const terminal = await home.start('--pty', '--', launcher, 'run', '--wait', '--raw', '--', codes);
  await home.ok('wait', terminal);
  assert.equal(await home.ok('log', '--raw', terminal), '\x1b[31mred\x1b[0m\r\n');
});

test('issue 11.23: what is said beside a result commands no terminal', async () => {
  const { stderr } = await home.run(['poll', '\x1b]52;c;eA==\x07\x1b[2Jffffffffffff']);
  assert.match(stderr, /ffffffffffff/);
  assert.doesNotMatch(stderr, /[\x00-\x08\x0b-\x1f]/);
});
