/** The examples of docs/environments.md are entries that Ringback takes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commonNames } from '../../src/backends/common-settings.ts';
import { environmentKinds, loadKind } from '../../src/backends/kinds.ts';
import { parseEnvironment, settingNames } from '../../src/backends/parse-environment.ts';
import { parseConfig } from '../../src/base/config-schema.ts';

type Entry = { readonly type: string };

const page = readFileSync(join(import.meta.dirname, '../../docs/environments.md'), 'utf8');
const examples = Array.from(page.matchAll(/^```json\n(.*?)^```$/gms), ([, text = '']) => JSON.parse(text));

for (const example of examples) {
  const entries: Record<string, Entry> =
    'environments' in example
      ? (parseConfig(example, 'config.json').environments as Record<string, Entry>)
      : { example };
  const isBuilt = Object.values(entries).every(({ type }) => environmentKinds().includes(type));
  test(`the example ${JSON.stringify(example)}`, { skip: !isBuilt }, async () => {
    for (const [name, entry] of Object.entries(entries)) await parseEnvironment(name, entry);
  });
}

for (const type of environmentKinds()) {
  test(`the page has an example of ${type}, and names all its settings`, async () => {
    assert.ok(
      examples.some((example: Partial<Entry>) => example.type === type),
      'no example',
    );
    const kind = await loadKind(type);
    for (const name of (kind && settingNames(kind)) ?? []) assert.ok(page.includes(`\`${name}\``), name);
  });
}

test('the page names what every environment can be told', () => {
  for (const name of commonNames.filter((one) => one !== 'sync'))
    assert.ok(page.includes(`\`${name}\``), name);
});
