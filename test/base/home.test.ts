import assert from 'node:assert/strict';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { RingbackError } from '../../src/base/errors.ts';
import { prepareHome, resolveHome, socketPath } from '../../src/base/home.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'ringback-home-'));
after(() => removeFolder(folder));

function refusal(home: string): RingbackError {
  try {
    prepareHome(home);
  } catch (error) {
    assert(error instanceof RingbackError);
    assert.equal(error.code, 'home_unsafe');
    return error;
  }
  throw new Error('the home was accepted');
}

test('the home is the flag, RINGBACK_HOME, the XDG state folder, or ~/.local/state', () => {
  const env = { RINGBACK_HOME: '/r', XDG_STATE_HOME: '/x', HOME: '/h' };
  assert.equal(resolveHome('/flag', env), '/flag');
  assert.equal(resolveHome(undefined, env), '/r');
  assert.equal(resolveHome(undefined, { ...env, RINGBACK_HOME: '' }), '/x/ringback');
  assert.equal(
    resolveHome(undefined, { HOME: '/h', XDG_STATE_HOME: 'relative' }),
    '/h/.local/state/ringback',
  );
});

test('promise 16: a new home and its processes folder are 0700', () => {
  const home = join(folder, 'new/deep');
  prepareHome(home);
  assert.equal(lstatSync(home).mode & 0o777, 0o700);
  assert.equal(lstatSync(join(home, 'processes')).mode & 0o777, 0o700);
  prepareHome(home);
});

test('a folder in which nothing can be made is refused at once', () => {
  assert.match(refusal('/proc/self/ringback').message, /cannot be created: ENOENT/);
});

test('promise 16: a home that others can enter is refused, and how to close it is said', () => {
  const home = join(folder, 'open');
  mkdirSync(home);
  chmodSync(home, 0o750);
  assert.match(refusal(home).message, /mode 0750/);
  assert.match(refusal(home).hint, /chmod 700/);
});

test('promise 16: a home behind a link is refused', () => {
  const home = join(folder, 'link');
  mkdirSync(join(folder, 'target'), { mode: 0o700 });
  symlinkSync(join(folder, 'target'), home);
  assert.match(refusal(home).message, /symbolic link/);
});

test('promise 16: a processes folder behind a link is refused', () => {
  const home = join(folder, 'inner-link');
  mkdirSync(home, { mode: 0o700 });
  symlinkSync(join(folder, 'target'), join(home, 'processes'));
  assert.match(refusal(home).message, /symbolic link/);
});

test('promise 16: a home of another user is refused', {
  skip: process.getuid?.() !== 0 && 'needs root',
}, () => {
  const home = join(folder, 'foreign');
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, 12345, 12345);
  assert.match(refusal(home).message, /belongs to user 12345/);
});

test('a file in place of the home is refused', () => {
  const home = join(folder, 'file');
  writeFileSync(home, '');
  assert.match(refusal(home).message, /not a folder/);
});

test('a socket in a very deep folder can be bound and reached', async () => {
  const deep = join(folder, 'd'.repeat(100), 'e'.repeat(100));
  mkdirSync(deep, { recursive: true });
  const bound = socketPath(deep, 'control');
  assert(Buffer.byteLength(bound.path) <= 100);
  const server = createServer((socket) => socket.end('hello'));
  await new Promise<void>((resolve) => server.listen(bound.path, resolve));
  const reached = socketPath(deep, 'control');
  const client = connect(reached.path);
  const [data] = await client.toArray();
  assert.equal(String(data), 'hello');
  reached.close();
  server.close();
  bound.close();
});
