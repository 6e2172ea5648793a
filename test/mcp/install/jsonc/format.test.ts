import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import type { Entry } from '../../../../src/mcp/install/client.ts';
import { putJson, takeJson } from '../../../../src/mcp/install/jsonc/format.ts';
import { jsonEntry } from '../desk.ts';

const OURS = { command: '/opt/ringback', args: ['mcp'], timeout: 660_000 };

/** Files in which every byte around our entry has to survive, there and back. */
const files: Readonly<Record<string, string>> = {
  'comments everywhere': `// top
{
  /* before */ "a": 1, // behind a
  "mcpServers": { // servers
    // about other
    "other": { "command": "x" } // behind other
    // "old": { "command": "y" }
  }, // behind servers
  // last words
}
// after all
`,
  'a trailing comma': '{\n  "mcpServers": {\n    "other": {},\n  },\n}\n',
  tabs: '{\n\t"mcpServers": {\n\t\t"other": {}\n\t}\n}\n',
  CRLF: '{\r\n    "mcpServers": {\r\n        "other": {} // c\r\n    }\r\n}\r\n',
  'one line': '{"mcpServers":{"other":{"command":"x"}},"b":[1,2]}',
  'one line with a trailing comma': '{ "mcpServers": { "other": {}, }, }',
  'no servers': '{\n  "theme": "dark" // mine\n}\n',
  'no line end': '{\n  "a": 1\n}',
  'a brace behind the last value': '{\n  "mcpServers": {\n    "other": {}}}\n',
  'a block comment behind the last value': '{\n  "mcpServers": {\n    "other": {} /* x\n y */ }\n}\n',
};

for (const [name, text] of Object.entries(files)) {
  test(`install and remove give a file with ${name} back to the byte`, () => {
    const installed = putJson(text, jsonEntry);
    const { ringback, ...others } = parse(installed).mcpServers;
    assert.deepEqual(ringback, OURS);
    assert.deepEqual(others, parse(text).mcpServers ?? {});
    assert.equal(putJson(installed, jsonEntry), installed);
    assert.equal(takeJson(installed, jsonEntry), text);
  });
}

test('a new entry looks like its neighbours, and comments stay with what they are about', () => {
  const text = '{\r\n\t"mcpServers": {\r\n\t\t"other": {} // about other\r\n\t}\r\n}\r\n';
  assert.equal(
    putJson(text, jsonEntry),
    '{\r\n\t"mcpServers": {\r\n\t\t"other": {}, // about other\r\n\t\t"ringback": {\r\n\t\t\t"command": "/opt/ringback",' +
      '\r\n\t\t\t"args": ["mcp"],\r\n\t\t\t"timeout": 660000\r\n\t\t}\r\n\t}\r\n}\r\n',
  );
});

for (const text of [
  '',
  '\n',
  '{}',
  '{ }',
  '// only a comment',
  '{\n  // nothing yet\n}\n',
  '{"mcpServers":{}}',
]) {
  test(`an entry gets into ${JSON.stringify(text)}`, () => {
    const installed = putJson(text, jsonEntry);
    assert.deepEqual(parse(installed), { mcpServers: { ringback: OURS } });
    for (const [comment] of text.matchAll(/\/\/.*/g)) assert.ok(installed.includes(comment));
    assert.deepEqual(parse(takeJson(installed, jsonEntry)), {});
  });
}

test('removing from the front or the middle takes no comment along', () => {
  const ours = '"ringback": { "command": "ringback", "args": ["mcp"] }';
  const cases: [string, string][] = [
    [`{"mcpServers": {\n  ${ours}, // ours\n  "b": 1\n}}`, '{"mcpServers": {\n  // ours\n  "b": 1\n}}'],
    [
      `{"mcpServers": {\n  "a": 1, // a\n  ${ours},\n  "b": 1\n}}`,
      '{"mcpServers": {\n  "a": 1, // a\n  "b": 1\n}}',
    ],
    [`{"mcpServers": { "a": 1, // a\n  ${ours}, "b": 1 }}`, '{"mcpServers": { "a": 1, // a\n  "b": 1 }}'],
    [`{"mcpServers": { ${ours} /* x */ , "b": 1 }}`, '{"mcpServers": { /* x */  "b": 1 }}'],
    [`{"mcpServers": {\n  "a": 1, // a\n  ${ours}}}`, '{"mcpServers": {\n  "a": 1 // a\n}}'],
    [`{"mcpServers": {\n  // mine\n  ${ours}\n}}`, '{"mcpServers": {\n  // mine\n}}'],
  ];
  for (const [text, rest] of cases) {
    const taken = takeJson(text, jsonEntry);
    assert.deepEqual(parse(taken), parse(rest), taken);
    for (const [comment] of text.matchAll(/\/\/ \w+|\/\*.*?\*\//g)) assert.ok(taken.includes(comment), taken);
  }
});

test('an older entry of ours is brought up to date; what a person added to it stays', () => {
  const text = `{"mcpServers": {"ringback": {
    "command": "/old/ringback", // moved
    "args": ["mcp"],
    "timeout": 5,
    "env": { "MINE": "1" },
    "disabled": true
  }}}`;
  const entry: Entry = { ...jsonEntry, fields: { ...jsonEntry.fields, env: { RINGBACK_NODE: '/n' } } };
  const installed = putJson(text, entry);
  assert.deepEqual(parse(installed).mcpServers.ringback, {
    command: '/opt/ringback',
    args: ['mcp'],
    timeout: 5,
    env: { MINE: '1', RINGBACK_NODE: '/n' },
    disabled: true,
  });
  assert.ok(installed.includes('// moved'));
});

test('an entry of that name that is not ours is neither replaced nor removed', () => {
  for (const entry of ['{"command": "other", "args": ["mcp"]}', '{"url": "http://x"}', '"text"', 'null']) {
    const text = `{"mcpServers": {"ringback": ${entry}}}`;
    assert.throws(() => putJson(text, jsonEntry), /does not start ringback/);
    assert.throws(() => takeJson(text, jsonEntry), /does not start ringback/);
  }
});

test('a file that is not what it should be is refused, with the line', () => {
  const broken = [
    '{',
    '{\n"a": 1 "b": 2}',
    '{a: 1}',
    '[]',
    '"text"',
    '{"a":1}}',
    '{"a":1,"a":2}',
    '/* open',
    '{"a": \'x\'}',
  ];
  for (const text of broken) assert.throws(() => putJson(text, jsonEntry), /not valid JSON: .*line \d/, text);
  for (const servers of ['[]', '1', 'null', '"x"']) {
    assert.throws(() => putJson(`{"mcpServers": ${servers}}`, jsonEntry), /holds something else/, servers);
  }
});

test('a list gets our item once, without an earlier one, and loses it again', () => {
  const isOurs = (item: unknown) => typeof item === 'string' && item.endsWith('/ringback.js');
  const entry: Entry = { ...jsonEntry, listed: { path: ['plugin'], item: '/new/ringback.js', isOurs } };
  const text = '{\n  "plugin": ["other", /* old */ "/old/ringback.js"]\n}\n';
  const installed = putJson(text, entry);
  assert.deepEqual(parse(installed).plugin, ['other', '/new/ringback.js']);
  assert.equal(putJson(installed, entry), installed);
  assert.deepEqual(parse(takeJson(installed, entry)), { plugin: ['other'] });
  assert.deepEqual(parse(putJson('{}', entry)).plugin, ['/new/ringback.js']);
  assert.deepEqual(parse(takeJson(putJson('{}', entry), entry)), {});
  assert.throws(() => putJson('{"plugin": {}}', entry), /holds something else/);
});

/** White space and comments, as people strew them. */
const trivia = fc
  .array(fc.constantFrom(' ', '\n', '\t', '\r\n', '// note, "x": {\n', '/* }, // */', '/**/', '// ]\r\n'), {
    maxLength: 3,
  })
  .map((parts) => parts.join(''));
const key = fc.oneof(
  fc.constantFrom('mcpServers', 'other', 'ringbacks', '__proto__', 'constructor', ''),
  fc.string({ unit: 'grapheme' }),
);
const { value: anyValue } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.json({ maxDepth: 0 }),
    tie('object'),
    fc.tuple(fc.array(fc.tuple(trivia, tie('value'), trivia)), fc.boolean()).map(([items, hasComma]) => {
      return `[${items.map((item) => item.join('')).join(',')}${hasComma && items.length > 0 ? ',' : ''}]`;
    }),
  ),
  object: objectOf(key, tie('value')),
}));
const servers = objectOf(
  key.filter((name) => name !== 'ringback'),
  anyValue,
);
const documents = fc
  .tuple(trivia, objectOf(key, anyValue, servers), trivia)
  .map((parts) => parts.join(''))
  .filter((text) => {
    const { mcpServers } = parse(text, [], { allowTrailingComma: true });
    return (
      mcpServers === undefined ||
      (typeof mcpServers === 'object' && !Array.isArray(mcpServers) && mcpServers !== null)
    );
  });

function objectOf(
  keys: fc.Arbitrary<string>,
  values: fc.Arbitrary<string>,
  serverValues?: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const properties = fc.uniqueArray(fc.tuple(keys, trivia, trivia, values, serverValues ?? values, trivia), {
    selector: ([name]) => name,
    maxLength: 4,
  });
  return fc.tuple(properties, trivia, fc.boolean()).map(([list, inside, hasComma]) => {
    const texts = list.map(([name, before, between, value, server, behind]) => {
      const content = serverValues && name === 'mcpServers' ? server : value;
      return `${before}${JSON.stringify(name)}${between}:${content}${behind}`;
    });
    return `{${texts.join(',')}${hasComma && texts.length > 0 ? ',' : ''}${inside}}`;
  });
}

function commentsOf(text: string): string[] {
  // Strings are matched first, so that what looks like a comment inside one is not taken for one.
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"|(\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)/g)].flatMap(
    ([, comment]) => comment ?? [],
  );
}

function meaning(text: string): unknown {
  return JSON.parse(JSON.stringify(parse(text, [], { allowTrailingComma: true })));
}

/** An object that holds no servers says as much as none. */
function withoutEmptyServers(value: unknown): unknown {
  const { mcpServers, ...others } = value as Record<string, object>;
  return mcpServers === undefined || Object.keys(mcpServers).length === 0 ? others : value;
}

test('in any document, install keeps every other value and comment, and remove undoes it', () => {
  fc.assert(
    fc.property(documents, (text) => {
      const installed = putJson(text, jsonEntry);
      const after = meaning(installed) as { mcpServers: Record<string, unknown> };
      assert.deepEqual(after.mcpServers.ringback, OURS);
      assert.deepEqual(commentsOf(installed), commentsOf(text));
      assert.equal(putJson(installed, jsonEntry), installed);
      const { ringback: _, ...others } = after.mcpServers;
      assert.deepEqual(
        withoutEmptyServers({ ...after, mcpServers: others }),
        withoutEmptyServers(meaning(text)),
      );

      const removed = takeJson(installed, jsonEntry);
      assert.deepEqual(withoutEmptyServers(meaning(removed)), withoutEmptyServers(meaning(text)));
      assert.deepEqual(commentsOf(removed), commentsOf(text));
    }),
    { numRuns: 300 },
  );
});
