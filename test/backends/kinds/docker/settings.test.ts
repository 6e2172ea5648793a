import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAddress, parseAddress } from '../../../../src/backends/kinds/docker/address.ts';
import { docker } from '../../../../src/backends/kinds/docker/docker.ts';
import { dockerEngine, podmanEngine } from '../../../../src/backends/kinds/docker/engine.ts';
import { describeContainer } from '../../../../src/backends/kinds/docker/our-container.ts';
import { parseSize, type Settings, schema } from '../../../../src/backends/kinds/docker/settings.ts';
import { settingNames } from '../../../../src/backends/parse-environment.ts';
import { validate } from '../../../../src/base/validate.ts';

const read = (settings: unknown): Settings => validate(schema, settings, 'it');
const options = { name: 'build', folder: '/none', owner: 'me' };

test('settings name one of container and image', () => {
  assert.throws(() => read({}), /it must have one of "container" .* and "image"/);
  assert.throws(() => read({ container: 'a', image: 'b' }), /must have one of/);
  assert.deepEqual(read({ container: 'a' }), { container: 'a' });
});

test('what makes a container is refused for one that exists', () => {
  assert.throws(() => read({ container: 'a', memory: '1g' }), /"memory" goes with "image" only/);
  assert.throws(() => read({ container: 'a', keep: false }), /"keep" goes with "image" only/);
  assert.deepEqual(read({ container: 'a', user: 'ada', workdir: '/w', env: { A: '' } }).user, 'ada');
});

const wrong: readonly [Record<string, unknown>, RegExp][] = [
  [{ memory: 'much' }, /"memory" must be a size such as "512m"/],
  [{ memory: '0' }, /"memory" must be a size/],
  [{ cpus: 0 }, /"cpus" must be/],
  [{ pids: 1.5 }, /"pids" must be an integer/],
  [{ workdir: 'src' }, /"workdir" must begin with \//],
  [{ socket: 'ssh://host' }, /"socket" must be unix:\/\/\/path or tcp/],
  [{ env: { 'A=B': 'c' } }, /is no name of a variable/],
  [{ mounts: [{ source: '/a', target: 'b' }] }, /"mounts.0.target" must begin with \//],
  [{ volume: 'a' }, /unknown parameter "volume"/],
];
for (const [settings, message] of wrong) {
  test(`settings that are refused: ${JSON.stringify(settings)}`, () => {
    assert.throws(() => read({ image: 'a', ...settings }), message);
  });
}

test('sizes are read as Docker reads them', () => {
  const sizes = ['1', '1k', '512m', '2g', '1.5G', '2gb', '2GiB', 'g', '-1m', '1 m'].map(parseSize);
  const GIB = 2 ** 30;
  assert.deepEqual(sizes, [
    1,
    1024,
    GIB / 2,
    2 * GIB,
    1.5 * GIB,
    2 * GIB,
    2 * GIB,
    undefined,
    undefined,
    2 ** 20,
  ]);
});

test('the settings are known by name, so that a misspelt one is told the right one', () => {
  assert.ok(settingNames(docker)?.includes('memory'));
});

test('addresses: sockets, TCP, and TLS where there are certificates', () => {
  assert.equal(parseAddress('/run/d.sock', false)?.text, 'unix:///run/d.sock');
  assert.equal(parseAddress('tcp://far:2375', false)?.text, 'http://far:2375');
  assert.equal(parseAddress('tcp://far', true)?.text, 'https://far:2376');
  assert.equal(parseAddress('https://[::1]:99', false)?.text, 'https://[::1]:99');
  assert.equal(parseAddress('ssh://far', false), undefined);
  for (const text of ['unix:///run/d.sock', 'http://far:2375', 'https://[::1]:99'])
    assert.equal(parseAddress(text, false)?.text, text, 'as it stands in a ref');
});

test('the engine is looked for in the settings, the variables, and the usual places, in this order', () => {
  const exists = (path: string): boolean => path === '/home/ada/.docker/run/docker.sock';
  const bare = { variables: {}, home: '/home/ada', exists };
  const named = { ...bare, variables: { DOCKER_HOST: 'unix:///d', CONTAINER_HOST: 'unix:///c' } };
  assert.equal(findAddress(dockerEngine, { socket: '/s' }, named).text, 'unix:///s');
  assert.equal(findAddress(dockerEngine, {}, named).text, 'unix:///d');
  assert.equal(findAddress(podmanEngine, {}, named).text, 'unix:///c');
  assert.equal(findAddress(dockerEngine, {}, bare).text, 'unix:///home/ada/.docker/run/docker.sock');
  assert.equal(findAddress(podmanEngine, {}, bare).text, 'unix:///run/podman/podman.sock');
  const rootless = { ...bare, variables: { XDG_RUNTIME_DIR: '/run/user/7' }, exists: () => true };
  assert.equal(findAddress(podmanEngine, {}, rootless).text, 'unix:///run/user/7/podman/podman.sock');
  const ssh = { ...bare, variables: { DOCKER_HOST: 'ssh://far' } };
  assert.throws(() => findAddress(dockerEngine, {}, ssh), /"ssh:\/\/far" is not an address of Docker/);
});

test('the same settings make the same container, in whatever order; others another', () => {
  const name = (settings: Settings, other = {}): string =>
    describeContainer(settings, { ...options, ...other }).name;
  const first = name({ image: 'a', env: { X: '1', Y: '2' }, memory: '1g' });
  assert.equal(name({ memory: '1g', env: { Y: '2', X: '1' }, image: 'a' }), first);
  assert.equal(
    name({ image: 'a', env: { X: '1', Y: '2' }, memory: '1g', keep: true, pull: true, socket: '/s' }),
    first,
  );
  const others = [
    name({ image: 'a', env: { X: '1', Y: '2' }, memory: '2g' }),
    name({ image: 'a', env: { X: '1', Y: '2' }, memory: '1g' }, { owner: 'you' }),
    name({ image: 'a', env: { X: '1', Y: '2' }, memory: '1g' }, { name: 'test' }),
  ];
  assert.equal(new Set([first, ...others]).size, 4);
});
