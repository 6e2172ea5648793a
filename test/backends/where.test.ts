import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whereOf } from '../../src/backends/where.ts';

test('settings tell the place that they stand for', () => {
  assert.equal(whereOf({ host: 'build.example.com', user: 'me' }), 'me@build.example.com');
  assert.equal(whereOf({ host: 'you@build', user: 'me' }), 'you@build');
  assert.equal(whereOf({ image: 'debian:13', user: 'me' }), 'image debian:13');
  assert.equal(whereOf({ sbatch: [] }), '');
  assert.equal(whereOf(undefined), '');
});
