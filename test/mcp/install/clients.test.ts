import assert from 'node:assert/strict';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../../src/base/programs.ts';
import type { Machine, Scope } from '../../../src/mcp/install/client.ts';
import { clients } from '../../../src/mcp/install/clients.ts';
import { findClients, install, listClients, preview, remove } from '../../../src/mcp/install/install.ts';
import { launchNotes, startsRingback } from '../../../src/mcp/install/launch.ts';
import { clientNamed, Desk } from './desk.ts';

const launcher = join(packageRoot, 'bin/ringback');

function filesOf(scope: Scope, machine: Machine): Record<string, string | undefined> {
  return Object.fromEntries(clients.map(({ name, files }) => [name, files[scope]?.(machine)[0]]));
}

test('each client is looked for where it keeps its configuration', () => {
  const machine: Machine = { platform: 'linux', userFolder: '/u', projectFolder: '/p', env: {} };
  assert.deepEqual(filesOf('user', machine), {
    'claude-code': '/u/.claude.json',
    codex: '/u/.codex/config.toml',
    opencode: '/u/.config/opencode/opencode.json',
    gemini: '/u/.gemini/settings.json',
    cursor: '/u/.cursor/mcp.json',
    vscode: '/u/.config/Code/User/mcp.json',
    zed: '/u/.config/zed/settings.json',
    'claude-desktop': '/u/.config/Claude/claude_desktop_config.json',
  });
  assert.deepEqual(filesOf('project', machine), {
    'claude-code': '/p/.mcp.json',
    codex: '/p/.codex/config.toml',
    opencode: '/p/opencode.json',
    gemini: '/p/.gemini/settings.json',
    cursor: '/p/.cursor/mcp.json',
    vscode: '/p/.vscode/mcp.json',
    zed: '/p/.zed/settings.json',
    'claude-desktop': undefined,
  });
  const mac = filesOf('user', { ...machine, platform: 'darwin' });
  assert.equal(mac.vscode, '/u/Library/Application Support/Code/User/mcp.json');
  assert.equal(mac['claude-desktop'], '/u/Library/Application Support/Claude/claude_desktop_config.json');
  assert.equal(mac.zed, '/u/.config/zed/settings.json');
});

test('variables that move a configuration are followed', () => {
  const env = { CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/x', GEMINI_CLI_HOME: '/g', XDG_CONFIG_HOME: '/xdg' };
  const moved = filesOf('user', { platform: 'linux', userFolder: '/u', projectFolder: '/p', env });
  assert.equal(moved['claude-code'], '/c/.claude.json');
  assert.equal(moved.codex, '/x/config.toml');
  assert.equal(moved.gemini, '/g/.gemini/settings.json');
  assert.equal(moved.zed, '/xdg/zed/settings.json');
  const relative = {
    platform: 'linux',
    userFolder: '/u',
    projectFolder: '/p',
    env: { XDG_CONFIG_HOME: 'x' },
  } as const;
  assert.equal(filesOf('user', relative).zed, '/u/.config/zed/settings.json');
});

for (const client of clients) {
  test(`${client.title}: install, again, remove, in both scopes`, (t) => {
    const desk = new Desk((clean) => t.after(clean));
    for (const scope of ['user', 'project'] as const) {
      if (!client.files[scope]) {
        assert.throws(() => install(client, desk.wish(scope)), /has no configuration for a project/);
        continue;
      }
      const lookUp = () =>
        listClients(scope, desk.machine).find((each) => each.client === client.name)?.registered;
      assert.equal(lookUp(), 'no');
      assert.equal(install(client, desk.wish(scope)).change, 'written');
      assert.equal(lookUp(), 'yes');
      assert.equal(install(client, desk.wish(scope)).change, 'none');
      assert.equal(remove(client, desk.wish(scope)).change, 'removed');
      assert.equal(lookUp(), 'no');
    }
  });
}

test('the command is the bare name only where the client will find this very launcher', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  const commandOf = (name: string, scope: Scope) =>
    JSON.parse(preview(clientNamed(name), desk.wish(scope)).content).mcpServers.ringback;
  assert.equal(commandOf('claude-code', 'user').command, launcher);
  symlinkSync(launcher, desk.path('bin/ringback'));
  assert.equal(commandOf('claude-code', 'user').command, 'ringback');
  assert.equal(commandOf('cursor', 'user').command, desk.path('bin/ringback'));
  assert.deepEqual(commandOf('cursor', 'user').env, { RINGBACK_NODE: process.execPath });
  assert.equal(commandOf('cursor', 'project').command, 'ringback');
  assert.equal(commandOf('cursor', 'project').env, undefined);
});

test('a checkout on the PATH of this shell is entered by its whole path', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  const machine = { ...desk.machine, env: { PATH: `${join(packageRoot, 'bin')}:/usr/bin:/bin` } };
  for (const scope of ['user', 'project'] as const) {
    const { content } = preview(clientNamed('claude-code'), { ...desk.wish(scope), machine });
    assert.equal(JSON.parse(content).mcpServers.ringback.command, launcher);
  }
});

test('another program of our name on the PATH is not taken for us', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  chmodSync(desk.write('bin/ringback', '#!/bin/sh\n'), 0o755);
  const { content } = preview(clientNamed('gemini'), desk.wish());
  assert.equal(JSON.parse(content).mcpServers.ringback.command, launcher);
});

test('a home that is not the usual one is handed on: clients keep variables from their servers', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  const { content } = preview(clientNamed('codex'), { ...desk.wish(), home: '/my "home"' });
  assert.match(content, /^args = \["mcp", "--home", "\/my \\"home\\""\]$/m);
});

test('a path that only this machine has is pointed out in a project', () => {
  const launch = { command: '/x/ringback', args: [], env: {} };
  assert.match(launchNotes(launch, 'project').join(), /path is that of this machine/);
  assert.deepEqual(launchNotes(launch, 'user'), []);
  assert.deepEqual(launchNotes({ ...launch, command: 'ringback' }, 'project'), []);
});

test('an entry is ours if it starts our server, wherever and however', () => {
  for (const entry of [
    { command: 'ringback', args: ['mcp'] },
    { command: '/usr/bin/ringback', args: ['mcp', '--home', '/x'] },
    { command: 'ringback', args: ['--home', '/x', 'mcp'] },
    { command: ['/a/ringback', 'mcp'] },
    { command: 'npx', args: ['-y', 'ringback@1.2.3', 'mcp'] },
    { command: '/usr/bin/env', args: ['RINGBACK_NODE=/n', '/a/ringback', 'mcp'] },
  ]) {
    assert.ok(startsRingback(entry), JSON.stringify(entry));
  }
  for (const entry of [
    null,
    'ringback mcp',
    {},
    { command: 'ringback' },
    { command: 'ringback', args: ['run'] },
    { command: 'ringback-fork', args: ['mcp'] },
    { command: 'mcp', args: ['ringback'] },
    { url: 'http://ringback/mcp' },
  ]) {
    assert.ok(!startsRingback(entry), JSON.stringify(entry));
  }
});

test('opencode: the file that is there is used, and one of version 2 gets the shape of version 2', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  const opencode = clientNamed('opencode');
  const file = 'user/.config/opencode/opencode.jsonc';
  desk.write(file, '{\n  // mine\n  "mcp": {\n    "servers": {\n      "a": {},\n    },\n  },\n}\n');
  const before = desk.read(file);
  assert.equal(install(opencode, desk.wish()).file, desk.path(file));
  assert.match(desk.read(file), /"a": \{\},\n {6}"ringback": \{\n {8}"type": "local"/);
  assert.match(desk.read(file), /"timeout": \{\n {10}"request": 660000/);
  assert.equal(install(opencode, desk.wish()).change, 'none');
  remove(opencode, desk.wish());
  assert.equal(desk.read(file), before);
});

test('opencode: a server of version 1 that is called "servers" is no map of servers', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  const file = 'user/.config/opencode/opencode.json';
  desk.write(file, '{"mcp": {"servers": {"type": "local", "command": ["x"]}}}');
  install(clientNamed('opencode'), desk.wish());
  assert.equal(JSON.parse(desk.read(file)).mcp.ringback.type, 'local');
});

test('a client counts as found by its program, its folder or its file', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  const found = () =>
    listClients('user', desk.machine).flatMap(({ client, found }) => (found ? [client] : []));
  assert.deepEqual(found(), []);
  chmodSync(desk.write('bin/codex', ''), 0o755);
  desk.write('user/.config/zed/themes/x', '');
  desk.write('user/.claude.json', '{');
  assert.deepEqual(found(), ['claude-code', 'codex', 'zed']);
  const [claude] = listClients('user', desk.machine);
  assert.equal(claude?.registered, 'unreadable');
});

test('a broken file does not keep us from showing what belongs into it', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  desk.write('user/.config/opencode/opencode.json', '{');
  assert.match(preview(clientNamed('opencode'), desk.wish()).content, /"ringback"/);
});

test('an unknown client is refused with the names of those we know', () => {
  assert.throws(() => findClients(['codex', 'emacs']), {
    message: "unknown client 'emacs'",
    hint: /claude-code, codex/,
  });
});
