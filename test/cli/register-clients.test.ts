import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../src/base/programs.ts';
import { clients } from '../../src/mcp/install/clients.ts';
import { Desk } from '../mcp/install/desk.ts';

const entry = join(packageRoot, 'dist/cli.js');

/** `ringback mcp install ARGS`, at this desk. */
function run(desk: Desk, ...args: string[]) {
  const { userFolder, projectFolder, env } = desk.machine;
  return spawnSync(process.execPath, ['--no-warnings', entry, 'mcp', 'install', ...args], {
    cwd: projectFolder,
    env: { ...env, HOME: userFolder },
    encoding: 'utf8',
  });
}

function jsonLines(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test('without a client it lists them all, says how to go on, and writes nothing', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  const { stdout, status } = run(desk);
  assert.equal(status, 0);
  for (const { name } of clients) assert.match(stdout, new RegExp(`^${name} +- +- +/`, 'm'));
  assert.match(stdout, /ringback mcp install CLIENT… +adds Ringback to it/);
  const listed = jsonLines(run(desk, '--json').stdout);
  assert.deepEqual(listed[0], {
    client: 'claude-code',
    title: 'Claude Code',
    found: false,
    registered: 'no',
    file: desk.path('user/.claude.json'),
  });
  assert.deepEqual(readdirSync(desk.path('user')), []);
});

test('--print writes nothing, in words and in JSON', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  const { stdout } = run(desk, 'codex', '--print');
  assert.match(
    stdout,
    new RegExp(`^# Codex: ${desk.path('user/.codex/config.toml')}\n\\[mcp_servers.ringback\\]\n`),
  );
  const [printed] = jsonLines(run(desk, 'codex', '--print', '--json').stdout);
  assert.equal(printed?.format, 'toml');
  assert.ok(stdout.includes(String(printed?.content)));
  assert.equal(jsonLines(run(desk, '--print', '--json').stdout).length, clients.length);
  assert.deepEqual(readdirSync(desk.path('user')), []);
});

test('it says what it wrote, where, and what comes next; a second time that there was nothing to do', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  const file = desk.write('user/.claude.json', '{"a": 1}');
  const { stdout } = run(desk, 'claude-code');
  assert.equal(
    stdout,
    `Claude Code: added to ${file}\n  backup of the file: ${file}.ringback-backup\n` +
      '  Restart Claude Code; /mcp shows ringback as connected.\n',
  );
  assert.equal(run(desk, 'claude-code').stdout, `Claude Code: nothing to change in ${file}\n`);
  assert.match(run(desk, 'claude-code', '--remove').stdout, /^Claude Code: removed from /);
  assert.equal(desk.read('user/.claude.json'), '{"a": 1}');
});

test('--all means those that are found; one that fails does not hold up the others', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  desk.write('user/.claude.json', '{');
  desk.write('user/.gemini/settings.json', '{}');
  const { stdout, stderr, status } = run(desk, '--all');
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^Claude Code: \/.*\.claude\.json: This is not valid JSON.*\(line 1\)\.\nFix it first/,
  );
  assert.match(stdout, /^Gemini CLI: added to /);
  assert.equal(desk.read('user/.claude.json'), '{');
  const [failure] = jsonLines(run(desk, '--all', '--json').stdout);
  assert.equal(failure?.client, 'claude-code');
  assert.match(String(failure?.error), /not valid JSON/);
  assert.match(run(desk, '--all', '--remove').stdout, /^Gemini CLI: removed from .*\n.*\n$/);
});

test('--scope project writes into this folder, --home is handed on', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  const { stdout } = run(desk, 'claude-code', '--scope', 'project', '--home', desk.path('rb'));
  assert.match(stdout, /The path is that of this machine/);
  const { args } = JSON.parse(desk.read('project/.mcp.json')).mcpServers.ringback;
  assert.deepEqual(args, ['mcp', '--home', desk.path('rb')]);
  assert.ok(!existsSync(desk.path('rb')));
});

test('a wrong command line is refused', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  for (const args of [
    ['emacs'],
    ['codex', '--all'],
    ['codex', '--scope', 'x'],
    ['codex', '--print', '--remove'],
  ]) {
    const { status, stderr } = run(desk, ...args);
    assert.equal(status, 2, stderr);
  }
  assert.equal(run(desk, '--all').status, 1);
});
