import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, it } from 'node:test';
import { CliHome, isAlive, until } from '../../cli/cli-home.ts';
import { amount } from '../../faults/support/amount.ts';
import { launcher } from '../mcp-client.ts';
import { RawClient } from '../raw-client.ts';

const home = new CliHome(after);
const env = { RINGBACK_HOME: home.folder };

function start(): RawClient {
  return new RawClient([launcher, 'mcp'], { env });
}

/** Everything that runs with this home in its environment. */
function processesOfHome(): number[] {
  const marker = `RINGBACK_HOME=${home.folder}`;
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isAlive(pid) && environmentOf(pid).includes(marker));
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

it('answers what is larger than the daemon takes in words, and stays', async () => {
  const client = start();
  await client.initialize();
  const call = { name: 'terminal', arguments: { command: 'x'.repeat(12 * 1024 * 1024) } };
  const { result } = await client.request('tools/call', call);
  assert.match(JSON.stringify(result), /larger than.*into a file/);
  assert.ok((await client.request('tools/list')).result);
  await client.end();
});

it('answers what it can do without a daemon', async () => {
  const lonely = new CliHome(after);
  const client = new RawClient([launcher, 'mcp'], { env: { RINGBACK_HOME: lonely.folder } });
  await client.initialize();
  const { result } = await client.request('tools/list');
  assert.ok((result as { tools: object[] }).tools.length >= 2);
  assert.equal(await client.end(), 0);
  assert.ok(!readdirSync(lonely.folder).includes('daemon.sock'), 'nobody asked for a daemon');
});

const rounds = amount(3, 10);

it(`leaves nothing behind, ${10 * rounds} times`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const clients = Array.from({ length: 10 }, start);
    await Promise.all(clients.map((client) => client.initialize()));
    const codes = await Promise.all(clients.map((client) => client.end()));
    assert.deepEqual(new Set(codes), new Set([0]));
  }
  assert.deepEqual(processesOfHome(), []);
});

it('a server that was killed is started again on the same pipes; an older client need not say again who it is', async () => {
  const client = start();
  await client.initialize();
  await client.request('tools/list');
  const launcherPid = client.process.pid ?? 0;
  const [server = 0] = childrenOf(launcherPid);
  process.kill(server, 'SIGKILL');
  await until(() => childrenOf(launcherPid).some((pid) => pid !== server), 'another server');
  const { result } = await client.request('tools/call', {
    name: 'terminal',
    arguments: { command: 'echo "[$RINGBACK_SUPERVISED]"' },
  });
  assert.match(JSON.stringify(result), /\[\]/);
  assert.equal(await client.end(), 0);
  assert.deepEqual(readdirSync(join(home.folder, 'mcp')), []);
});

it('a server that is told to end is not started again', async () => {
  const client = start();
  await client.initialize();
  process.kill(client.process.pid ?? 0, 'SIGTERM');
  await once(client.process, 'exit');
  assert.deepEqual(
    processesOfHome().filter((pid) => environmentOf(pid).includes('RINGBACK_SUPERVISED')),
    [],
  );
});

it('ends with a parent that was killed, and its command goes on', async () => {
  // A shell between us and the server: killing it leaves nobody but the pipe.
  const parent = spawn('sh', ['-c', `"${launcher}" mcp; true`], { env: { ...process.env, ...env } });
  const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]();
  const send = (message: object) => parent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 't', version: '1' };
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });
  await lines.next();
  const given = { command: 'sleep 100', background: true };
  send({ id: 2, method: 'tools/call', params: { name: 'terminal', arguments: given } });
  await lines.next();
  const [server = 0] = childrenOf(parent.pid ?? 0);
  assert.ok(isAlive(server));
  parent.kill('SIGKILL');
  parent.stdin.destroy();
  await once(parent, 'exit');
  await until(() => !isAlive(server), 'the end of the server');
  const [left] = await home.list();
  assert.equal(left?.status, 'running');
});

it('ends with a parent that was killed while somebody else holds its pipe', async () => {
  const program = join(import.meta.dirname, '../fixtures/watch-parent.ts');
  const shell = spawn('sh', ['-c', `sleep 600 | ("${process.execPath}" "${program}"; true)`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface({ input: shell.stdout }), 'line')) as [string];
  const [watcher = 0, parent = 0] = line.split(' ').map(Number);
  const holder = childrenOf(shell.pid ?? 0).find((pid) => pid !== parent) ?? 0;
  process.kill(parent, 'SIGKILL');
  await until(() => !isAlive(watcher), 'the end of the watcher');
  assert.ok(isAlive(holder), 'its pipe was held open');
  process.kill(holder);
});

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}
