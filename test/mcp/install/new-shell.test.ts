/** What `mcp install` wrote is started as a client in a new shell would start it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../../src/base/programs.ts';
import { Desk } from './desk.ts';

const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

test('issue 10.5: mcp install from a checkout writes a command that runs with nothing on the PATH', (t) => {
  const desk = new Desk((clean) => t.after(clean));
  const home = desk.path('home');
  const bin = join(packageRoot, 'bin');
  // As the README says: export PATH="$PWD/bin:$PATH"
  const installed = spawnSync('ringback', ['mcp', 'install', 'claude-code', '--home', home], {
    cwd: desk.machine.projectFolder,
    env: { HOME: desk.machine.userFolder, PATH: `${bin}:${process.env.PATH}` },
    encoding: 'utf8',
  });
  assert.equal(installed.status, 0, installed.stderr);
  const entry = JSON.parse(desk.read('user/.claude.json')).mcpServers.ringback;
  const { command, args, env = {} } = entry as { command: string; args: string[]; env?: object };
  t.after(() => {
    spawnSync(join(bin, 'ringback'), ['daemon', 'stop', '--home', home]);
  });
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const answered = spawnSync('env', ['-i', 'PATH=/nowhere', ...variables, command, ...args], {
    input: `${JSON.stringify(hello)}\n`,
    cwd: '/',
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.match(answered.stdout, /"serverInfo":\{[^}]*"name":"ringback"/, answered.stderr);
});
