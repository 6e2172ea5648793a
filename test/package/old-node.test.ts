import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeProgram, oldNodes, withSkip } from '../testbed/node.ts';

const root = join(import.meta.dirname, '../..');

for (const release of await withSkip(oldNodes)) {
  const version = release.node;
  const { skip } = release;
  test(`issue 10.5: on Node ${version} the library says which Node it needs`, { skip }, async () => {
    const node = await nodeProgram(release);
    for (const name of ['index', 'tools', 'loop', 'ai-sdk']) {
      const script = `import ${JSON.stringify(join(root, 'dist', `${name}.js`))}`;
      const { status, stderr } = spawnSync(node, ['--input-type=module', '-e', script], { encoding: 'utf8' });
      assert.equal(status, 1);
      assert.match(stderr, new RegExp(`^RingbackError: .*needs Node 24 or newer; this is v${version} `, 'm'));
      assert.match(stderr, /hint: 'Run this program with a newer Node/);
      const longest = Math.max(...stderr.split('\n').map((line) => line.length));
      assert.ok(longest < 300, `no minified code: ${stderr.slice(0, 1_000)}`);
    }
  });

  test(`issue 10.5: on Node ${version} the command line says which Node it needs`, { skip }, async () => {
    const node = await nodeProgram(release);
    const { status, stderr } = spawnSync(node, [join(root, 'dist/cli.js'), 'ls'], { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /^ringback: Ringback needs Node 24 or newer; this is v/);
    assert.match(stderr, new RegExp(`^To install one .*: sh ${join(root, 'runtime/bring-node.sh')}$`, 'm'));
  });
}

test('the library can be required on this Node', () => {
  const script = `console.log(typeof require(${JSON.stringify(join(root, 'dist/index.js'))}).openRingback)`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  assert.equal(stdout, 'function\n', stderr);
});
