import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remoteFolder } from '../../src/backends/remote-folder.ts';

test('a folder there is absolute, below the home, or below the folder of the environment', () => {
  const home = '/home/me';
  assert.equal(remoteFolder('', undefined, home), home);
  assert.equal(remoteFolder('', '/data', home), '/data');
  assert.equal(remoteFolder('', '~/work', home), '/home/me/work');
  assert.equal(remoteFolder('sub/x', '~/work', home), '/home/me/work/sub/x');
  assert.equal(remoteFolder('~', '/data', home), home);
  assert.equal(remoteFolder('~/x', '/data', home), '/home/me/x');
  assert.equal(remoteFolder('/tmp', '/data', home), '/tmp');
  assert.equal(remoteFolder('~other', '/data', home), '/data/~other');
});
