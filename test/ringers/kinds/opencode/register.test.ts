import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registerOpencode } from '../../../../src/ringers/kinds/opencode/register.ts';

const socket = '/run/user/7/ringback-opencode-7/0123456789ab.sock';
const bring = (ringer: unknown, key = 'opencode:ses_1') =>
  registerOpencode(key, { command: 'ls', ringback_session: 'ses_1', ringback_ringer: ringer })?.settings;

test('the place that the plugin tells is the ringer', () => {
  for (const url of ['http://127.0.0.1:4096/', 'http://localhost:7', 'http://[::1]:7/', 'http://127.1:7/'])
    assert.deepEqual(bring({ url, directory: '/work' }), { url, directory: '/work' });
  assert.deepEqual(bring({ socket }), { socket });
  assert.deepEqual(bring({ socket: socket.replace('.sock', '-2.sock') })?.directory, undefined);
});

test('no other place is', () => {
  const others = ['http://10.0.0.1:4096', 'http://127.0.0.1.example:1', 'https://localhost', 'nonsense', 7];
  for (const url of [...others, 'http://me:secret@127.0.0.1:1', 'http://0.0.0.0:4096', 'file:///etc/passwd'])
    assert.equal(bring({ url }), undefined, String(url));
  for (const other of ['/var/run/docker.sock', `${socket}/x`, socket.slice(1), '\n'])
    assert.equal(bring({ socket: other }), undefined, other);
  for (const nothing of [undefined, null, 'http://localhost:1', {}, []])
    assert.equal(bring(nothing), undefined);
});

test('what is no folder, and what else is written there, stays away', () => {
  assert.deepEqual(bring({ socket, directory: 'work', password: 'x' }), { socket });
});

test('a session that was given otherwise is not rung there', () => {
  assert.equal(bring({ socket }, 'team:7'), undefined);
  assert.equal(registerOpencode('opencode:/work', { command: 'ls', ringback_ringer: { socket } }), undefined);
  assert.equal(registerOpencode('opencode:ses_1', 'no object'), undefined);
});
