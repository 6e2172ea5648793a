import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { EnvironmentTable } from '../../src/backends/environment-table.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';

const box = (image: string) => ({ type: 'docker', image });

function setUp(t: TestContext, config?: object) {
  const home = mkdtempSync(join(tmpdir(), 'ringback-table-'));
  t.after(() => removeFolder(home));
  const write = (text: string) => writeFileSync(join(home, 'config.json'), text);
  if (config) write(JSON.stringify(config));
  return { table: new EnvironmentTable(home), write, remove: () => rmSync(join(home, 'config.json')) };
}

test('without a configuration there is no other environment', async (t) => {
  const { table } = setUp(t);
  assert.deepEqual(await table.names(), []);
  await assert.rejects(table.get('box'), { code: 'no_environment', message: /no environment "box"/ });
});

test('an unknown name is answered with those that there are, and where others are added', async (t) => {
  const { table } = setUp(t, { environments: { box: box('a'), other: box('b') } });
  await assert.rejects(table.get('bxo'), {
    code: 'no_environment',
    hint: /"local", "box", "other"\. .*config\.json/,
  });
  await assert.rejects(table.get('constructor'), { code: 'no_environment' });
});

test('what is added, changed or removed in the file holds at once', async (t) => {
  const { table, write, remove } = setUp(t, { environments: { box: box('a') } });
  const before = await table.get('box');
  write(JSON.stringify({ environments: { box: box('a'), more: box('b') } }));
  assert.equal((await table.get('more')).name, 'more');
  assert.equal(await table.get('box'), before, 'an entry that stayed the same is another object');
  write(JSON.stringify({ environments: { box: box('other') } }));
  assert.deepEqual((await table.get('box')).settings, { image: 'other' });
  remove();
  assert.deepEqual(await table.names(), []);
});

test('while the file is broken the last one holds, and who asks for another name is told why', async (t) => {
  const { table, write } = setUp(t, { environments: { box: box('a') } });
  await table.names();
  write('{ "environments": ');
  assert.equal((await table.get('box')).name, 'box');
  await assert.rejects(table.get('more'), { message: /is not JSON/ });
  assert.match(String((await table.trouble())?.message), /is not JSON/);
  write(JSON.stringify({ environments: { more: box('b') } }));
  assert.equal((await table.get('more')).name, 'more');
  assert.equal(await table.trouble(), undefined);
});

test('a wrong entry is nobody else’s business', async (t) => {
  const { table } = setUp(t, { environments: { bad: { type: 'igloo' }, box: box('a') } });
  await assert.rejects(table.get('bad'), { code: 'bad_request' });
  assert.equal((await table.get('box')).name, 'box');
});

test('a configuration that is no table of objects is wrong', async (t) => {
  const { table } = setUp(t, { environments: { box: 'docker' } });
  await assert.rejects(table.get('box'), { message: /"environments\.box" must be an object/ });
});
