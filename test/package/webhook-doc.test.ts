/** The receiver of docs/agents/webhook.md takes what Ringback sends, and nothing else. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { webhookRinger } from '../../src/ringers/kinds/webhook/webhook.ts';
import { until } from '../cli/cli-home.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/agents/webhook.md'), 'utf8');

test('the receiver of the page takes a ring once, and no forged one', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-webhook-doc-'));
  const [, program = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
  writeFileSync(join(folder, 'receiver.mjs'), program);
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  const port = await freePort();
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env: { ...process.env, SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    removeFolder(folder);
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const settings = { url: `http://127.0.0.1:${port}/`, secret, timeout: 10, allowHttp: false };
  const { signal } = new AbortController();
  const isUp = async () => (await webhookRinger.check(settings, 's', signal)).every((step) => step.isFine);
  await until(isUp, 'the receiver');
  const ring = {
    id: 'ring_0123456789ab',
    session: 's',
    text: 'hello ünïcode',
    notifications: [],
    createdAt: 0,
    attempts: 0,
  };
  for (let i = 0; i < 2; i++)
    assert.equal((await webhookRinger.ring(settings, ring, signal)).outcome, 'admitted');
  const forged = { ...settings, secret: `whsec_${Buffer.alloc(32, 6).toString('base64')}` };
  const rung = await webhookRinger.ring(forged, { ...ring, id: 'ring_ffffffffffff' }, signal);
  assert.equal(rung.outcome, 'refused');
  await until(() => printed !== '', 'the text');
  assert.equal(printed, 'hello ünïcode\n');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
