import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestName } from '../../src/backends/nearest-name.ts';
import { remoteFolder } from '../../src/backends/remote-folder.ts';
import { whereOf } from '../../src/backends/where.ts';

test('the nearest name is one that a slip of the finger explains', () => {
  const names = ['host', 'port', 'user', 'variables'];
  for (const slip of ['hst', 'hots', 'hostt', 'HOST', 'hist']) assert.equal(nearestName(slip, names), 'host');
  assert.equal(nearestName('varables', names), 'variables');
  for (const other of ['colour', 'x', '']) assert.equal(nearestName(other, names), undefined);
});

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

test('settings tell the place that they stand for', () => {
  assert.equal(whereOf({ host: 'build.example.com', user: 'me' }), 'me@build.example.com');
  assert.equal(whereOf({ host: 'you@build', user: 'me' }), 'you@build');
  assert.equal(whereOf({ image: 'debian:13', user: 'me' }), 'image debian:13');
  assert.equal(whereOf({ sbatch: [] }), '');
  assert.equal(whereOf(undefined), '');
});
