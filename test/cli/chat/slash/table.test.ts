import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { keyTable } from '../../../../src/cli/chat/screen/keys.ts';
import { commandRows, parseSlash } from '../../../../src/cli/chat/slash/table.ts';

test('a line with / is a command, a path is not', () => {
  for (const text of ['hello', '/etc/hosts is empty', '/ a', 'what is /help', '//new'])
    assert.equal(parseSlash(text).kind, 'text', text);
  const line = parseSlash('/log  3f9a ');
  assert.ok(line.kind === 'command' && line.argument === '3f9a');
  assert.equal(parseSlash('/model').kind, 'command');
});

test('what is wrong is explained', () => {
  const messageOf = (text: string) => {
    const line = parseSlash(text);
    return line.kind === 'wrong' ? line.message : line.kind;
  };
  assert.equal(messageOf('/kil 3f9a'), 'There is no command /kil; did you mean /kill?');
  assert.match(messageOf('/frobnicate'), /\/help lists them/);
  assert.match(messageOf('/log'), /^\/log ID: the last lines/);
});

test('the guide has every command and every key, in the same words', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/chat.md'), 'utf8');
  for (const [name, does] of [...commandRows(), ...keyTable])
    assert.ok(guide.includes(`| \`${name.replaceAll('|', '\\|')}\` | ${does} |`), `${name}: ${does}`);
});
