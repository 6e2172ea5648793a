import assert from 'node:assert/strict';
import { test } from 'node:test';
import { harmlessLines, realisticSecrets } from '../realistic.ts';
import { redact } from '../redact.ts';
import { showsPart } from '../secrets.ts';

for (const [name, [text, ...secrets]] of Object.entries(realisticSecrets)) {
  test(`issue 11.18: not shown: ${name}`, () => {
    const shown = redact(`first line\n${text}\nlast line\n`);
    for (const secret of secrets) assert(!showsPart(shown, secret), shown);
    assert.match(shown, /^first line\n[\s\S]*\[REDACTED:[a-z0-9-]+\][\s\S]*\nlast line\n$/);
    assert.equal(redact(shown), shown, 'redacting again changes nothing');
  });
}

test('issue 11.18: what only resembles them is left as it is', () => {
  for (const line of harmlessLines)
    assert.equal(redact(`first line\n${line}\nlast line\n`), `first line\n${line}\nlast line\n`);
});
