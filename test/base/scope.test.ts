import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import {
  explainLifetime,
  inScope,
  LIFETIME_COMMAND,
  LIFETIMES,
  parseLifetime,
  viaScopeScript,
} from '../../src/base/scope.ts';

// With systemd: test/systemd/.
const skip = existsSync('/run/systemd/system') ? 'systemd runs here' : false;

test('where no systemd is, commands are started as they are', { skip }, () => {
  assert.deepEqual(inScope(['/bin/echo', 'a']), ['/bin/echo', 'a']);
  const [program = '', ...args] = LIFETIME_COMMAND;
  assert.equal(parseLifetime(execFileSync(program, args, { encoding: 'utf8' })), 'unmanaged');
});

test('the script becomes its command, word for word', { skip }, () => {
  const [program = '', ...args] = viaScopeScript([
    '/bin/sh',
    '-c',
    'cat; printf "[%s]" "$@"',
    'sh',
    'a b',
    '$c',
    '',
  ]);
  assert.equal(
    execFileSync(program, args, { encoding: 'utf8', input: 'its input ' }),
    'its input [a b][$c][]',
  );
});

test('what is said of each lifetime has a way out where commands end early', () => {
  const early = LIFETIMES.filter((lifetime) => explainLifetime(lifetime).fix !== undefined);
  assert.deepEqual(early, ['until_logout', 'until_session_ends', 'until_service_stops']);
  for (const lifetime of early) assert.match(explainLifetime(lifetime).fix ?? '', /loginctl enable-linger/);
  assert.equal(parseLifetime('anything else'), 'unmanaged');
});
