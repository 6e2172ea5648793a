import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingOptions, wishedOptions } from '../../../../src/backends/kinds/ssh/client.ts';
import { explain } from '../../../../src/backends/kinds/ssh/explain.ts';
import { remoteCommand } from '../../../../src/backends/kinds/ssh/remote-command.ts';
import { schema } from '../../../../src/backends/kinds/ssh/settings.ts';
import { validate } from '../../../../src/base/validate.ts';

test('nothing in the settings can become an option of ssh', () => {
  for (const host of ['-oProxyCommand=reboot', '', 'a b', 'a\nb', ' '])
    assert.throws(() => validate(schema, { host }), { code: 'bad_request' }, host);
  for (const more of [
    { user: '-l' },
    { port: 0 },
    { identity: 'key' },
    { config: '-x' },
    { options: { 'A B': '1' } },
    { options: { A: 'b\nProxyCommand reboot' } },
    { color: 'red' },
  ])
    assert.throws(() => validate(schema, { host: 'h', ...more }), { code: 'bad_request' });
});

test('settings are said to ssh as it wants them', () => {
  const settings = validate(schema, {
    host: 'me@there',
    user: 'root',
    port: 2222,
    identity: '/k/id',
    config: '/k/config',
    options: { ProxyJump: 'gate', Compression: 'yes' },
  });
  assert.deepEqual(wishedOptions(settings), [
    ...['-F', '/k/config', '-l', 'root', '-p', '2222', '-i', '/k/id'],
    ...['-o', 'ProxyJump=gate', '-o', 'Compression=yes'],
  ]);
});

test('what the user’s configuration says about time is left alone', () => {
  const config = (interval: string, timeout: string) =>
    new Map(
      Object.entries({ serveraliveinterval: interval, serveralivecountmax: '3', connecttimeout: timeout }),
    );
  assert.deepEqual(missingOptions(config('15', '5')), []);
  assert.deepEqual(missingOptions(config('0', '5')), [
    ...['-o', 'ServerAliveInterval=30', '-o', 'ServerAliveCountMax=4'],
  ]);
  assert.deepEqual(missingOptions(config('15', 'none')), ['-o', 'ConnectTimeout=20']);
});

test('words that every shell reads alike go as they are, others as digits', () => {
  assert.equal(remoteCommand(['/a b/c', '$x "y" `z`', '']), `exec '/a b/c' '$x "y" \`z\`' ''`);
  const hard = remoteCommand(['echo', `it's\n!`]);
  assert.match(hard, /^exec \/bin\/sh -c 'eval "\$\(printf %b "exec[\w\\ ]*"\)"'$/);
  assert.doesNotMatch(hard, /[!\n]/);
});

test('a failed jump is told from what follows on it', () => {
  const said = 'me@gate: Permission denied (publickey).\r\nConnection closed by UNKNOWN port 65535\r\n';
  assert.match(explain(said, 'there').message, /^there does not let us in without a password/);
  assert.equal(explain('', 'there').message, 'there cannot be reached: ssh gave no reason.');
  assert.equal(explain('strange\n', 'there').code, 'unreachable');
});
