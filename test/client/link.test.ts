import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { Client } from '../../src/client/client.ts';

const folder = mkdtempSync(join(tmpdir(), 'ringback-owner-'));
after(() => removeFolder(folder));
const isRoot = process.getuid?.() === 0;

/** A home that somebody prepared, with a socket that takes down what it is sent. */
async function prepare(name: string, spoil: (home: string) => void) {
  const home = join(folder, name);
  mkdirSync(home, { mode: 0o700 });
  const seen = { connections: 0, bytes: '' };
  const server: Server = createServer((socket) => {
    seen.connections += 1;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      seen.bytes += chunk.toString();
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(join(home, 'daemon.sock'), resolve));
  spoil(home);
  return { home, seen, close: () => new Promise((resolve) => server.close(resolve)) };
}

const traps: [what: string, message: RegExp, spoil: (home: string) => void, needsRoot?: true][] = [
  ['open to others', /open to other users \(mode 0755/, (home) => chmodSync(home, 0o755)],
  ['of another user', /belongs to user 4242, not to you/, (home) => chownSync(home, 4242, 4242), true],
];
for (const [what, message, spoil, needsRoot] of traps) {
  test(`issue 11.19: nothing is sent to a home that is ${what}`, {
    skip: needsRoot && !isRoot && 'needs root',
  }, async () => {
    const { home, seen, close } = await prepare(what.replaceAll(' ', '-'), spoil);
    const client = new Client({ home });
    const start = client.start({ command: 'secret', workdir: '/', env: { TOKEN: 'secret' } });
    await assert.rejects(start, { code: 'home_unsafe', message });
    const passive = new Client({ home, startsDaemon: false });
    await assert.rejects(passive.health(), { code: 'home_unsafe', message });
    assert.deepEqual(seen, { connections: 0, bytes: '' });
    await close();
  });
}

test('issue 11.19: nothing is sent through a link', async () => {
  const { home, seen, close } = await prepare('real', () => {});
  const link = join(folder, 'link');
  symlinkSync(home, link);
  await assert.rejects(new Client({ home: link }).list(), { code: 'home_unsafe', message: /symbolic link/ });
  assert.equal(seen.connections, 0);
  await new Client({ home }).list();
  assert.equal(seen.connections, 1);
  await close();
});
