import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../src/daemon/routes.ts';
import { findForward, findRoute } from '../../src/transport/find-route.ts';

const find = (method: string, path: string) => findRoute(routes, method, path);

test('a route is found with the id of its path', () => {
  const found = find('POST', '/v1/processes/proc_12/kill');
  assert.equal(found.type, 'route');
  assert.deepEqual(found.type === 'route' && [found.route.path, found.idText], [
    '/v1/processes/:id/kill',
    'proc_12',
  ]);
});

test('killing all is not killing one named kill', () => {
  const found = find('POST', '/v1/processes/kill');
  assert.equal(found.type === 'route' && found.route.path, '/v1/processes/kill');
});

test('an id is decoded, a broken one is taken as it is', () => {
  const idOf = (path: string) => {
    const found = find('GET', path);
    return found.type === 'route' ? found.idText : null;
  };
  assert.equal(idOf('/v1/processes/a%2Fb'), 'a/b');
  assert.equal(idOf('/v1/processes/%E0%A4'), '%E0%A4');
});

test('another method is told which ones there are', () => {
  assert.deepEqual(find('DELETE', '/v1/processes'), { type: 'other_method', allowed: ['POST', 'GET'] });
});

test('every other path is nothing', () => {
  for (const path of ['/', '/v1', '/v1/processes/', '/v1/processes/a/kill/b', '/v2/health']) {
    assert.deepEqual(find('GET', path), { type: 'nothing' });
  }
});

test('a path that ends with * takes everything below, and nothing that leads out', () => {
  const [health] = routes;
  assert.ok(health);
  const files = [{ ...health, path: '/v1/files/*' }];
  const restOf = (path: string) => {
    const found = findRoute(files, 'GET', path);
    return found.type === 'route' ? found.idText : null;
  };
  assert.equal(restOf('/v1/files/a%20b/c.js'), 'a b/c.js');
  assert.equal(restOf('/v1/files/'), '');
  for (const path of [
    '/v1/files',
    '/v1/filesystem/a',
    '/v1/files/..%2Fsecret',
    '/v1/files/a/../../b',
    '/v1/files/a%00',
  ])
    assert.equal(restOf(path), null, path);
});

test('what is forwarded is a path and all below it', () => {
  const forward = { prefix: '/v1/board', connect: () => Promise.reject(new Error('not in this test')) };
  for (const url of ['/v1/board', '/v1/board/', '/v1/board/a?b', '/v1/board?b'])
    assert.equal(findForward([forward], url), forward, url);
  for (const url of ['/v1/boards', '/v1', '/?/v1/board'])
    assert.equal(findForward([forward], url), undefined, url);
});
