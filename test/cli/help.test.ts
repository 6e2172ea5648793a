import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandHelp, overview } from '../../src/cli/help.ts';
import type { CommandSpec } from '../../src/cli/spec.ts';
import { isCommandName, specs } from '../../src/cli/specs.ts';

for (const [name, spec] of Object.entries(specs)) {
  test(`the help of ${name} shows its options and an example`, () => {
    assert.ok(isCommandName(name));
    const help = commandHelp(name);
    for (const option of Object.keys((spec as CommandSpec).options))
      assert.match(help, new RegExp(`--${option}\\b`));
    assert.match(help, /--json/);
    assert.match(help, /^Example: .+/m);
    assert.ok(overview().includes(spec.summary));
  });
}
