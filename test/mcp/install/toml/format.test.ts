import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { putToml, takeToml } from '../../../../src/mcp/install/toml/format.ts';
import { tomlEntry } from '../desk.ts';

const OURS = { command: '/opt/ringback', args: ['mcp'], tool_timeout_sec: 660 };

type Parsed = Record<string, unknown> & { mcp_servers?: Record<string, unknown> };

/** Python's own parser, which knows nothing of ours. Null for what is not TOML. */
function parseAll(texts: readonly string[]): (Parsed | null)[] {
  const script = `
import json, sys, tomllib
def parse(text):
    try: return tomllib.loads(text)
    except tomllib.TOMLDecodeError: return None
print(json.dumps([parse(text) for text in json.load(sys.stdin)], default=str))`;
  const { stdout, stderr } = spawnSync('python3', ['-c', script], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout);
}

const hasPython = spawnSync('python3', ['-c', 'import tomllib']).status === 0;
const needsPython = { skip: !hasPython && 'python3 with tomllib is not installed' };

const files: Readonly<Record<string, string>> = {
  'other servers': `# mine
model = "o9" # the model

[mcp_servers.other] # theirs
command = "x"
args = ["--flag", 'y'] # args
[mcp_servers.other.env]
KEY = "[mcp_servers.ringback]"

[profiles.x]
a = 1
`,
  'inline tables': '[mcp_servers]\nother = { command = "x", env = { A = "1" } }\nurl.url = "http://x"\n',
  'dotted keys': 'mcp_servers.other.command = "x"\nmcp_servers."dotted.name".command = "y"\n',
  'strings over lines': `a = """
[mcp_servers.ringback]
command = "x" \\
   """
b = '''
[mcp_servers.ringback]'''''
c = [ # comment ]
  "]", # another
  { d = "}" },
]
`,
  CRLF: '[a]\r\nb = 1\r\n\r\n[mcp_servers.other]\r\ncommand = "x"\r\n',
  'arrays of tables':
    '[[hooks]]\nname = "a"\n[hooks.env]\nX = 1\n[[hooks]]\nname = "b"\n[hooks.env]\nX = 2\n',
  'all kinds of values': `a = 1_000
b = 0x1F
c = 1e-3
d = +0.5
e = 1979-05-27T07:32:00.5-07:00
f = 1979-05-27 07:32:00
g = 07:32:00
h = true
"quoted \\u00e9 key" = 'literal \\'
'' = ""
3.14 = "dotted number"
i = []
j = {}
`,
  'nothing but comments': '# to do\n\n# more\n',
  nothing: '',
  'a name that begins like ours':
    '[mcp_servers.ringback2]\ncommand = "ringback"\n[mcp_servers."ringback.x"]\ncommand = "y"\n',
};

test('install and remove give a file back to the byte, whatever it holds', needsPython, () => {
  const texts = Object.values(files);
  const installed = texts.map((text) => putToml(text, tomlEntry));
  const before = parseAll(texts);
  const after = parseAll(installed);
  for (const [index, name] of Object.keys(files).entries()) {
    const [text = '', edited = '', old] = [texts[index], installed[index], before[index]];
    assert.ok(old, name);
    assert.deepEqual(after[index], { ...old, mcp_servers: { ...old.mcp_servers, ringback: OURS } }, name);
    assert.ok(edited.startsWith(text), name);
    assert.equal(putToml(edited, tomlEntry), edited, name);
    assert.equal(takeToml(edited, tomlEntry), text, name);
  }
});

test('a last line without an end gets one, and our table stands alone behind it', () => {
  const installed = putToml('a = 1', tomlEntry);
  assert.equal(
    installed,
    'a = 1\n\n[mcp_servers.ringback]\ncommand = "/opt/ringback"\nargs = ["mcp"]\ntool_timeout_sec = 660\n',
  );
  assert.equal(takeToml(installed, tomlEntry), 'a = 1\n');
});

test(
  'a table of ours is brought up to date in its place; what a person added to it stays',
  needsPython,
  () => {
    const text = `[ mcp_servers . "ringback" ] # ours
  command = "/old/ringback" # moved
args = [
  "mcp", # the server
]
tool_timeout_sec = 5
enabled = false

[mcp_servers.ringback.env]
A = "1"

# about b
[b]
c = 1
`;
    const entry = { ...tomlEntry, defaults: { ...tomlEntry.defaults, startup_timeout_sec: 20 } };
    const installed = putToml(text, entry);
    assert.equal(
      installed,
      text
        .replace('/old/ringback', '/opt/ringback')
        .replace('enabled = false\n', 'enabled = false\nstartup_timeout_sec = 20\n'),
    );
    assert.equal(takeToml(installed, entry), '\n# about b\n[b]\nc = 1\n');
    assert.equal(parseAll([installed])[0]?.mcp_servers?.ringback !== undefined, true);
  },
);

test('removing from the middle leaves its neighbours parted as they were', () => {
  const ours = '[mcp_servers.ringback]\ncommand = "ringback"\nargs = ["mcp"]\n';
  assert.equal(takeToml(`[a]\nx = 1\n\n${ours}[b]\n`, tomlEntry), '[a]\nx = 1\n\n[b]\n');
  assert.equal(takeToml(`[a]\nx = 1\n\n${ours}\n# b\n[b]\n`, tomlEntry), '[a]\nx = 1\n\n# b\n[b]\n');
});

test('other ways to write our entry are known: right ones stay, wrong ones are left to their owner', () => {
  const inline =
    '[mcp_servers]\nringback = { command = "/opt/ringback", args = ["mcp"] } # x\na.command = "y"\n';
  assert.equal(putToml(inline, tomlEntry), inline);
  assert.equal(takeToml(inline, tomlEntry), '[mcp_servers]\na.command = "y"\n');
  const dotted = 'mcp_servers.ringback.command = "ringback"\nmcp_servers.ringback.args = ["mcp"]\nb = 1\n';
  assert.throws(() => putToml(dotted, tomlEntry), /without a \[table\] of its own/);
  assert.equal(takeToml(dotted, tomlEntry), 'b = 1\n');
});

test('what cannot be added to is refused', () => {
  assert.throws(() => putToml('mcp_servers = { a = { command = "x" } }', tomlEntry), /inline table/);
  assert.throws(() => putToml('mcp_servers = 1', tomlEntry), /holds something else/);
  assert.throws(() => putToml('[[mcp_servers]]\na = 1', tomlEntry), /holds something else/);
  assert.throws(
    () => putToml('[[mcp_servers.ringback]]\ncommand = "ringback"', tomlEntry),
    /holds something else/,
  );
  const foreign = '[mcp_servers.ringback]\ncommand = "other"\nargs = ["mcp"]\n';
  assert.throws(() => putToml(foreign, tomlEntry), /does not start ringback/);
  assert.throws(() => takeToml(foreign, tomlEntry), /does not start ringback/);
});

const broken = [
  'a',
  'a =',
  'a = b',
  'a = 1 b = 2',
  '[a',
  '[a]]',
  '[]',
  'a = "x',
  'a = """x',
  "a = '''x",
  'a = [1',
  'a = {b = 1',
  'a = "\\q"',
  'a = 1\na = 2',
  '[a]\n[a]',
  'a = {b = 1, b = 2}',
  '= 1',
  'a.=1',
  'a = 1979-05-27x',
  'a = [1 2]',
  'a = -0x1F',
  'a = 1__0',
  'a = 01',
  '{"a": 1}',
];

test('what is not TOML is refused, with the line', needsPython, () => {
  for (const [index, parsed] of parseAll(broken).entries()) assert.equal(parsed, null, broken[index]);
  for (const text of broken) assert.throws(() => putToml(text, tomlEntry), /not valid TOML: .*line \d/, text);
});

const key = fc.constantFrom('a', 'b-1', '"q. [x]"', "'l#'", 'c.d', '"e".f');
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .string({ unit: 'grapheme' })
      .filter((text) => !text.includes('\x7f'))
      .map((text) => JSON.stringify(text)),
    fc.constantFrom(
      '1',
      '-2.5e3',
      'true',
      "'lit # [x]'",
      '"""m\n[x]\n"a" ""\\"""""',
      "'''\n'x' [y]'''",
      '2020-01-02',
    ),
    fc
      .array(tie('value'), { maxLength: 3 })
      .map((items) => `[${items.map((item) => `${item} # ,]\n`).join(',')}]`),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom('x', '"y z"', 'w.v'), tie('value')), {
        selector: ([name]) => name,
        maxLength: 2,
      })
      .map(
        (pairs) =>
          `{${pairs.map(([name, each]) => `${name} = ${each.replaceAll(/ # ,\]\n/g, '')}`).join(', ')}}`,
      ),
  ),
}));
const pairs = fc
  .uniqueArray(fc.tuple(key, value, fc.constantFrom('', ' # note', '\n', '\n# [mcp_servers.ringback]')), {
    selector: ([name]) => name,
    maxLength: 4,
  })
  .map((list) => list.map(([name, each, behind]) => `${name} = ${each}${behind}\n`).join(''));
const header = fc.constantFrom(
  't',
  'u.v',
  'mcp_servers.other',
  'mcp_servers',
  '[list]',
  '[list]',
  'mcp_servers."x y"',
);
const documents = fc
  .tuple(pairs, fc.array(fc.tuple(header, pairs), { maxLength: 4 }))
  .map(([first, tables]) => first + tables.map(([name, body]) => `[${name}]\n${body}`).join('\n'));

test('in any document, install keeps every other value, and remove undoes it', needsPython, () => {
  const texts = fc.sample(documents, 2000);
  const before = parseAll(texts);
  const valid = texts.filter((_, index) => before[index] !== null);
  assert.ok(valid.length > 500);
  const installed = valid.map((text) => putToml(text, tomlEntry));
  for (const [index, parsed] of parseAll(installed).entries()) {
    const old = before.filter((each) => each !== null)[index];
    assert.deepEqual(
      parsed,
      { ...old, mcp_servers: { ...old?.mcp_servers, ringback: OURS } },
      installed[index],
    );
  }
  for (const [index, text] of installed.entries()) assert.equal(takeToml(text, tomlEntry), valid[index]);
});
