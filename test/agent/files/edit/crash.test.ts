import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dieAt } from '../../../faults/support/die-at.ts';
import { failpointsIn } from '../../../faults/support/failpoints.ts';
import { TestFolder } from '../support.ts';

const driver = join(import.meta.dirname, 'driver.ts');
const points = failpointsIn(['src/agent/files/edit/*.ts']);
const id = 'conversation/7/0';

/** What would be seen if it happened twice. */
const doubling = { path: 'a', edits: [{ old: 'x', new: 'xx', all: true }] };
const creating = { path: 'new/a', edits: [{ old: '', new: 'xx\n' }] };

const die = (folder: TestFolder, point: string, input: object) =>
  dieAt(point, driver, folder.folder, folder.state, id, JSON.stringify(input));

const isCreating = (point: string) => point === 'edit:after-link';
const isDone = (point: string) =>
  ['edit:after-rename', 'edit:after-link', 'edit:before-finish', 'edit:after-finish'].includes(point);

test('there are points at which an edit can die', () => {
  assert.deepEqual(points, [
    'edit:after-draft',
    'edit:after-finish',
    'edit:after-link',
    'edit:after-record',
    'edit:after-rename',
    'edit:before-finish',
    'edit:before-record',
  ]);
});

for (const point of points) {
  for (const input of isCreating(point) ? [creating] : [doubling, creating]) {
    const what = input === creating ? 'creation' : 'edit';
    test(`${what}: killed at ${point} and repeated, it happens once`, async (t) => {
      const folder = new TestFolder(t);
      const path = folder.path(input.path);
      if (input === doubling) {
        folder.write('a', 'x\n');
        await folder.ok('read', { path });
      }
      await die(folder, point, input);
      const wasDone = isDone(point);
      if (input === doubling) assert.equal(readFileSync(path, 'utf8'), wasDone ? 'xx\n' : 'x\n');
      folder.reopen();
      const answer = await folder.ok('edit', input, id);
      assert.equal(answer, input === creating ? `Created ${path}.` : `Edited ${path}: 1 place (line 1).`);
      assert.equal(readFileSync(path, 'utf8'), 'xx\n');
      assert.deepEqual(readdirSync(join(path, '..')), ['a'], 'nothing is left beside it');
      const { ino, mtimeMs } = statSync(path);
      folder.reopen();
      assert.equal(await folder.ok('edit', input, id), answer, 'the same answer, however often');
      assert.deepEqual([statSync(path).ino, statSync(path).mtimeMs], [ino, mtimeMs], 'and nothing written');
      await folder.ok('edit', { path, edits: [{ old: 'xx', new: 'next' }] });
      assert.equal(readFileSync(path, 'utf8'), 'next\n');
    });
  }
}

test('what somebody else wrote after a crash stays, and the model is told', async (t) => {
  for (const point of ['edit:after-record', 'edit:after-draft', 'edit:after-rename']) {
    const folder = new TestFolder(t);
    const path = folder.write('a', 'x\n');
    await die(folder, point, doubling);
    writeFileSync(path, 'x of others\n');
    folder.reopen();
    assert.match(
      await folder.refusal('edit', doubling, id),
      /somebody else has changed .*: nothing was done now, and the edit may have been made before\. Read it again\./,
    );
    assert.equal(readFileSync(path, 'utf8'), 'x of others\n');
  }
});

test('one that was recorded as done is not made again, whatever the file has become', async (t) => {
  const folder = new TestFolder(t);
  const path = folder.write('a', 'x\n');
  await die(folder, 'edit:after-finish', doubling);
  writeFileSync(path, 'x\n');
  folder.reopen();
  assert.equal(await folder.ok('edit', doubling, id), `Edited ${path}: 1 place (line 1).`);
  assert.equal(readFileSync(path, 'utf8'), 'x\n');
});
