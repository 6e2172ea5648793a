import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { CliHome } from './cli-home.ts';

const home = new CliHome(after);
const folder = mkdtempSync(join(tmpdir(), 'ringback-bad-'));
after(() => removeFolder(folder));

before(async () => {
  // Two ids that begin alike.
  const client = home.client();
  for (const id of ['proc_abcd00000001', 'proc_abcd00000002']) {
    await client.start({ id, command: 'true', workdir: '/', env: {} });
  }
});

const table: [args: string[], code: number, message: RegExp][] = [
  [['nonsense'], 2, /unknown command 'nonsense'\nCommands: run, ls/],
  [['run', '--nonsense', '--', 'x'], 2, /unknown option '--nonsense'\nSee: ringback run --help/],
  [['run'], 2, /missing argument/],
  [['run', '--', ''], 2, /"command" must not be empty/],
  [['run', '--max-runtime', 'soon', '--', 'x'], 2, /--max-runtime must be/],
  [['run', '--log-limit', '1', '--', 'x'], 2, /65536/],
  [['run', '--cwd', '/no/such/folder', '--', 'x'], 1, /\/no\/such\/folder/],
  [['run', '--cwd', '/etc/passwd', '--', 'x'], 1, /\/etc\/passwd/],
  [['poll', 'ffffffffffff'], 1, /no process ffffffffffff/],
  [['poll', 'abc'], 1, /at least the first 4/],
  [['poll', '../../etc'], 1, /There is no process named/],
  [['poll', 'abcd'], 1, /More than one process begins with abcd\.\nGive more digits/],
  [['poll', 'abcd00000001', '--cursor', 'x'], 2, /is not a cursor/],
  [['log', 'abcd00000001', '--limit', '-1'], 2, /--limit/],
  [['log', 'abcd00000001', '--limit', 'many'], 2, /--limit must be a whole number/],
  [['log', 'abcd00000001', '--since', 'once'], 2, /--since must be a time/],
  [['wait', 'abcd00000001', '--timeout', 'x'], 2, /--timeout must be/],
  [['kill', 'abcd00000001', '--grace', 'x'], 2, /--grace must be/],
  [['attach', 'abcd00000001'], 1, /has no terminal/],
  [['daemon', 'dance'], 2, /unknown action 'dance'\nActions: start/],
  [['mcp', '--print'], 2, /--print is an option of: ringback mcp install/],
  [['mcp', '--port', '1'], 2, /--port is an option of: ringback mcp --http/],
  [['mcp', 'install', '--host', '::1'], 2, /--host is an option of: ringback mcp --http/],
  [['mcp', '--http', '--port', '65536'], 2, /--port must be a port/],
  [['completions', 'tcsh'], 2, /unknown shell 'tcsh'/],
];
/** Options that would do nothing where they stand. */
const ignored: typeof table = [
  [['env', 'ls', '--timeout', '5'], 2, /--timeout is an option of: ringback env test/],
  [['daemon', 'status', '--stay'], 2, /--stay is an option of: ringback daemon run/],
  [
    ['daemon', 'stop', '--listen', '127.0.0.1:1'],
    2,
    /--listen is an option of: ringback daemon start or run/,
  ],
  [['ring', 'kinds', '--timeout', '5'], 2, /--timeout is an option of: ringback ring test/],
  [['ring', 'kinds', '--quick'], 2, /--quick is an option of: ringback ring ls/],
  [['ring', 'ls', '--session', 'a:1'], 2, /--session is an option of: ringback ring add or rm/],
  [['ring', 'rm', 'a:1', '--session', 'b:2'], 2, /two different sessions: a:1 and --session b:2/],
  [['mcp', 'install', '--session', 'a:1'], 2, /--session is an option of: ringback mcp/],
  [['mcp', 'install', '--http'], 2, /--http is an option of: ringback mcp/],
  [['inbox', '--session', 'a:1', '--pid', '1'], 2, /--pid needs --follow or --once/],
  [['log', 'abcd00000001', '--since', '1m', '--offset', '3'], 2, /exclude each other/],
  [['help', 'nonsense'], 2, /unknown command 'nonsense'/],
  [['kill', '--session', 'a:1'], 2, /--all/],
];
for (const [name, rows] of [
  ['', table],
  ['issue 11.6: never ignored: ', ignored],
] as const) {
  for (const [args, code, message] of rows) {
    test(`${name}ringback ${args.join(' ')}`, async () => {
      const outcome = await home.run(args);
      assert.match(outcome.stderr, message);
      assert.deepEqual([outcome.code, outcome.stdout], [code, '']);
      assert.doesNotMatch(outcome.stderr, /^ +at /m);
    });
  }
}

test('with --json the error is one object on stdout', async () => {
  const [unknown, ...more] = await home.json('poll', 'ffffffffffff');
  assert.deepEqual([unknown?.status, unknown?.code, more], ['not_found', 'not_found', []]);
  const [ambiguous] = await home.json('poll', 'abcd');
  assert.deepEqual([ambiguous?.status, ambiguous?.code], ['not_found', 'ambiguous']);
  const [usage] = await home.json('nonsense');
  assert.equal(usage?.code, 'usage');
});

test('ids may be shortened, with or without proc_, in any case', async () => {
  for (const id of ['proc_abcd00000001', 'abcd00000001', 'proc_ABCD00000001']) {
    const [answer] = await home.json('poll', id);
    assert.equal(answer?.session_id, 'proc_abcd00000001');
  }
});

test('promise 16: a home that others can read is refused', async () => {
  const open = join(folder, 'open');
  mkdirSync(open);
  chmodSync(open, 0o755);
  const { code, stderr } = await home.run(['--home', open, 'ls']);
  assert.equal(code, 1);
  assert.match(stderr, /open to other users.*\n.*chmod 700/);
});

test('promise 16: a home behind a link is refused', async () => {
  symlinkSync(folder, join(folder, 'link'));
  assert.match((await home.run(['--home', join(folder, 'link'), 'ls'])).stderr, /symbolic link/);
});

test('a wrong config.json is named', async () => {
  const wrong = join(folder, 'wrong');
  mkdirSync(wrong, { mode: 0o700 });
  writeFileSync(join(wrong, 'config.json'), '{"colour": 1}');
  const { stderr, code } = await home.run(['--home', wrong, 'ls']);
  assert.match(stderr, /config\.json is wrong: unknown parameter "colour"/);
  assert.equal(code, 2);
});

test('a very deep home works', async () => {
  const deep = join(folder, 'd'.repeat(120), 'e'.repeat(120));
  const run = (...args: string[]) => home.run(['--home', deep, ...args]);
  assert.deepEqual(await run('run', '--wait', '--', 'echo deep'), { code: 0, stdout: 'deep\n', stderr: '' });
  await run('daemon', 'stop');
});

test('an older Node is told what is needed', { skip: !olderNode() && 'no older Node here' }, () => {
  const { stderr, status } = spawnSync(String(olderNode()), ['dist/cli.js', 'ls'], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /needs Node 24 or newer; this is v/);
});

test('a package that was not built says how to build it', () => {
  mkdirSync(join(folder, 'pkg/bin'), { recursive: true });
  copyFileSync('bin/ringback', join(folder, 'pkg/bin/ringback'));
  const { stderr, status } = spawnSync(join(folder, 'pkg/bin/ringback'), { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /npm ci/);
});

test('the launcher is found through links', () => {
  symlinkSync(join(process.cwd(), 'bin/ringback'), join(folder, 'one'));
  symlinkSync('one', join(folder, 'two'));
  const { stdout } = spawnSync(join(folder, 'two'), ['--version'], { encoding: 'utf8' });
  assert.match(stdout, /^ringback \d/);
});

/** The machine's own Node, where it is an old one. */
function olderNode(): string | undefined {
  return ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    return stdout && Number(stdout.slice(1).split('.')[0]) < 24;
  });
}
