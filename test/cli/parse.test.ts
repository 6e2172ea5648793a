import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLine } from '../../src/cli/parse.ts';

const parse = (line: string) => parseLine(line.split(' ').filter(Boolean));

test('options of run end where the command begins', () => {
  const line = parse('run --pty make -j4 --json');
  assert.equal(line.type, 'command');
  if (line.type !== 'command') return;
  assert.deepEqual(line.positionals, ['make', '-j4', '--json']);
  assert.equal(line.values.pty, true);
  assert.equal(line.json, false);
});

test('the value of an option is not taken for the command', () => {
  const line = parse('run --cwd /tmp --watch a --watch=b -- ls -l');
  assert.equal(line.type, 'command');
  if (line.type !== 'command') return;
  assert.deepEqual(line.positionals, ['ls', '-l']);
  assert.equal(line.values.cwd, '/tmp');
  assert.deepEqual(line.values.watch, ['a', 'b']);
});

for (const [line, folder] of [
  ['run --sync make --sync', '.'],
  ['run --sync=/src make --sync', '/src'],
  ['run --sync -- make --sync', '.'],
] as const) {
  test(`a value that may be left out stands behind =: ${line}`, () => {
    const parsed = parse(line);
    assert.deepEqual(parsed.type === 'command' && parsed.positionals, ['make', '--sync']);
    assert.deepEqual(parsed.type === 'command' && parsed.values.sync, folder);
  });
}

test('a second -- belongs to the command', () => {
  const line = parse('run -- git log -- file');
  assert.deepEqual(line.type === 'command' && line.positionals, ['git', 'log', '--', 'file']);
});

for (const text of ['--home /h --json ls', 'ls --home /h --json', '--json ls --home=/h']) {
  test(`global options may stand anywhere: ${text}`, () => {
    const line = parse(text);
    assert.equal(line.type, 'command');
    if (line.type !== 'command') return;
    assert.deepEqual([line.name, line.home, line.json], ['ls', '/h', true]);
  });
}

test('help is there for all and for each', () => {
  assert.deepEqual(parse(''), { type: 'help', command: null });
  assert.deepEqual(parse('--help'), { type: 'help', command: null });
  assert.deepEqual(parse('help kill'), { type: 'help', command: 'kill' });
  assert.deepEqual(parse('kill --help'), { type: 'help', command: 'kill' });
  assert.deepEqual(parse('-h kill'), { type: 'help', command: 'kill' });
  assert.deepEqual(parse('run --help'), { type: 'help', command: 'run' });
});

test('--help behind the command belongs to the command', () => {
  assert.equal(parse('run -- ls --help').type, 'command');
});

const wrong: [string, RegExp][] = [
  ['nonsense', /unknown command 'nonsense'/],
  ['toString', /unknown command/],
  ['run --nonsense -- x', /--nonsense/],
  ['--nonsense ls', /--nonsense/],
  ['wait', /missing argument; usage: ringback wait/],
  ['wait a b', /too many arguments; usage: ringback wait/],
  ['run', /missing argument; usage: ringback run/],
  ['run --cwd', /--cwd/],
  ['wait a --timeout', /--timeout/],
  ['ls --all=3', /--all/],
];
for (const [text, message] of wrong) {
  test(`usage error: ringback ${text}`, () => {
    assert.throws(() => parse(text), { name: 'UsageError', message });
  });
}
