import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daemonEnvironment } from '../../src/client/daemon-environment.ts';

test("promise 17: a daemon does not hold its first caller's keys", () => {
  const env = {
    PATH: '/bin',
    HOME: '/root',
    LC_ALL: 'C',
    XDG_RUNTIME_DIR: '/run/user/0',
    RINGBACK_KEEPER: '/k',
    RINGBACK_SESSION: 'claude:1',
    RINGBACK_DELEGATE: 'proc_000000000000',
    AWS_SECRET_ACCESS_KEY: 'x',
    MODAL_TOKEN_SECRET: 'x',
    SSH_AUTH_SOCK: '/tmp/agent',
    NODE_OPTIONS: '--inspect',
  };
  assert.deepEqual(Object.keys(daemonEnvironment(env)), [
    'PATH',
    'HOME',
    'LC_ALL',
    'XDG_RUNTIME_DIR',
    'RINGBACK_KEEPER',
    'SSH_AUTH_SOCK',
  ]);
});
